// The flash chip behind the RP2040's serial interface, so that the boot ROM's own functions erase and program it.
//
// rp2040js reads the flash as memory and has no chip that could be written. This one takes the bytes that the boot
// ROM shifts out while it holds the select line low (an override of the QSPI pin) and answers as a chip of 2 MiB does.
// Erasing and programming take no time here; a real chip needs 45 to 400 ms a sector.

const CTRLR0 = 0x00, SSIENR = 0x08, BAUDR = 0x14, TXFLR = 0x20, RXFLR = 0x24, SR = 0x28, IDR = 0x58, DR0 = 0x60;
const SR_IDLE = 0x06; // transmit queue empty and not full
const SR_RECEIVED = 0x08;
const SS_CTRL = 0x0c; // of IO_QSPI; bits 9..8: 2 drives the select line low, 3 high
const SECTOR = 4096, BLOCK = 65536, PAGE = 256;

/** A peripheral that remembers what was written to it. */
class Registers {
    constructor() {
        this.values = new Map();
    }

    readUint32(offset) {
        return this.values.get(offset) ?? 0;
    }

    writeUint32(offset, value) {
        this.values.set(offset, value >>> 0);
    }

    writeUint32Atomic(offset, value, kind) {
        const old = kind ? this.readUint32(offset) : 0; // reading may take something away
        this.writeUint32(offset, [value, old ^ value, old | value, old & ~value][kind]);
    }
}

/** The pins of the flash: only the select line matters. */
export class FlashPins extends Registers {
    constructor(chip) {
        super();
        this.chip = chip;
    }

    writeUint32(offset, value) {
        super.writeUint32(offset, value);
        if (offset === SS_CTRL) this.chip.select(((value >> 8) & 3) === 2);
    }
}

/** The serial interface and the chip behind it. `memory` is the flash as the processor sees it. */
export class FlashChip extends Registers {
    constructor(memory, uid) {
        super();
        this.memory = memory;
        this.uid = uid;
        this.selected = false;
        this.sent = [];
        this.received = [];
        this.writable = false;
        /** Bytes erased and programmed since the chip was made. */
        this.erased = 0;
        this.programmed = 0;
    }

    select(low) {
        if (low === this.selected) return;
        if (!low) this.finish();
        this.selected = low;
        this.sent = [];
        this.received = [];
    }

    readUint32(offset) {
        if (offset === DR0) return this.received.shift() ?? 0;
        if (offset === RXFLR) return this.received.length;
        if (offset === TXFLR) return 0;
        if (offset === SR) return SR_IDLE | (this.received.length ? SR_RECEIVED : 0);
        if (offset === IDR) return 0x51535049;
        return super.readUint32(offset);
    }

    writeUint32(offset, value) {
        if (offset !== DR0) {
            if (offset === CTRLR0 || offset === SSIENR || offset === BAUDR) this.received = [];
            super.writeUint32(offset, value);
            return;
        }
        // Without a held select line (boot2 asking for the status) every answer is 0: not busy.
        this.received.push(this.selected ? this.answer(this.sent.length) : 0);
        if (!this.selected) return;
        this.sent.push(value & 0xff);
    }

    get address() {
        return ((this.sent[1] << 16) | (this.sent[2] << 8) | this.sent[3]) % this.memory.length;
    }

    /** What the chip says while byte `n` of a command comes in. */
    answer(n) {
        switch (this.sent[0]) {
            case 0x05: // status: the write latch, never busy
                return this.writable ? 2 : 0;
            case 0x35: // second status: four data lines in use
                return 2;
            case 0x9f: // maker, kind, capacity
                return [0, 0xef, 0x40, 0x15][n] ?? 0;
            case 0x4b: // unique number, after four empty bytes
                return n >= 5 ? this.uid[n - 5] ?? 0 : 0;
            case 0x03: // read
                return n >= 4 ? this.memory[(this.address + n - 4) % this.memory.length] : 0;
            default:
                return 0;
        }
    }

    /** The select line went up: carry out what was asked. */
    finish() {
        const command = this.sent[0];
        if (command === 0x06) this.writable = true;
        if (command === 0x04) this.writable = false;
        if (!this.writable || this.sent.length < 4) return;
        if (command === 0x20 || command === 0x52 || command === 0xd8) {
            const size = { 0x20: SECTOR, 0x52: BLOCK / 2, 0xd8: BLOCK }[command];
            const start = this.address - (this.address % size);
            this.memory.fill(0xff, start, start + size);
            this.erased += size;
        } else if (command === 0x02) {
            const page = this.address - (this.address % PAGE);
            this.sent.slice(4).forEach((byte, k) => {
                this.memory[page + ((this.address + k) % PAGE)] &= byte; // programming only clears bits
            });
            this.programmed += this.sent.length - 4;
        } else return;
        this.writable = false;
    }
}
