// An RP2040 with its flash, pins and USB port, at exact times, through resets.
//
// Times are nanoseconds since power was first given, whole numbers in multiples of a clock (8 ns at 125 MHz). A reset makes
// a new chip: its timer starts again at 0, memory is lost; the flash, the watchdog's scratch registers and the reason stay.

import { pathToFileURL } from 'url';
import path from 'path';
import { FlashChip, FlashPins } from './flash.mjs';
import { PioClock } from './pio_clock.mjs';
import { UsbHost } from './usb_host.mjs';

const CLOCK_NS = 8;
const SYNCHRONISER_CLOCKS = 2; // a pin's level passes two flip-flops
const DMA_CLOCKS = 8; // from the request to the end of a transfer; rp2040js lets none pass
const FLASH_SIZE = 2 * 1024 * 1024;
const FLASH_START = 0x10000000;
const SSI = 0x18000, PSM = 0x40010, IO_QSPI = 0x40018, IO_BANK0 = 0x40014, PADS = 0x4001c, WATCHDOG = 0x40058, ROSC = 0x40060, VREG = 0x40064;
const RANDOM_BIT = 0x1c; // of the ring oscillator
const FIFO_STATUS = 0x50, FIFO_READ = 0x58, FIFO_VALID = 1, FIFO_READY = 2, SECOND_CORE = 1 << 16;
const UNPACED = 0x3f; // a transfer that waits for nobody
const HAD_POWER_ON = 1 << 8; // CHIP_RESET: the last chip-level reset was power-on

export class Chip {
    /** `options`: library (folder with node_modules/rp2040js), rom (words), uid (8 bytes), exact, timer_us. */
    static async create(options) {
        const entry = path.join(options.library, 'node_modules/rp2040js/dist/esm/index.js');
        return new Chip(await import(pathToFileURL(entry).href), options);
    }

    constructor(js, options) {
        this.js = js;
        this.options = options;
        this.flash = new Uint8Array(FLASH_SIZE).fill(0xff);
        this.outside = new Map(); // gpio -> level driven from outside
        this.queue = []; // [time, gpio, level], by time
        this.watched = new Set();
        this.events = []; // what happened since the last question
        this.sent = []; // bytes from the board
        this.born = 0; // when the present chip started
        this.flashed = { erased: 0, programmed: 0 };
        this.opened = true;
        this.noise = Buffer.from(options.uid).reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 0x2545f491) || 1;
    }

    get now() {
        return this.born + this.clock.nanos - this.offset;
    }

    /** Start: after power-on, or after a reset of `kind` with what survives it. */
    start(reason = 0, scratch = null) {
        const first = reason === 0;
        const born = this.clock ? this.now : 0;
        const { Simulator, USBCDC } = this.js;
        const simulator = new Simulator();
        const mcu = (this.mcu = simulator.rp2040);
        mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
        mcu.loadBootrom(new Uint32Array(this.options.rom));
        this.clock = simulator.clock;
        this.born = born;
        this.offset = first ? (this.options.timer_us ?? 0) * 1000 : 0;
        this.clock.nanosCounter = this.offset;
        // One array is the flash for ever: rp2040js gets it as its own.
        mcu.flash = this.flash;
        mcu.flash16 = new Uint16Array(this.flash.buffer);
        mcu.flashView = new DataView(this.flash.buffer);
        const chip = (this.flashChip = new FlashChip(this.flash, this.options.uid));
        mcu.peripherals[SSI] = chip;
        mcu.peripherals[IO_QSPI] = new FlashPins(chip);
        const vreg = mcu.peripherals[VREG];
        vreg.readUint32 = offset => (offset === 8 ? (first ? HAD_POWER_ON : 0) : 0);
        vreg.writeUint32 = () => {};
        const rosc = mcu.peripherals[ROSC];
        rosc.readUint32 = offset => (offset === RANDOM_BIT ? this.randomBit() : 0);
        rosc.writeUint32 = () => {};
        this.takeSecondCore(mcu);
        for (const channel of mcu.dma.channels) {
            channel.scheduleTransfer = () => {
                if (mcu.dma.dreq[channel.treqValue] || channel.treqValue === UNPACED) channel.transferAlarm.schedule(DMA_CLOCKS * CLOCK_NS);
            };
        }
        this.pending = null;
        const watchdog = mcu.peripherals[WATCHDOG];
        watchdog.reason = reason;
        if (scratch) watchdog.scratchData.set(scratch);
        watchdog.onWatchdogTrigger = () => {
            watchdog.timer.enable = false; // or rp2040js fires it again at this very instant, for ever
            this.pending = { reason: watchdog.reason, scratch: watchdog.scratchData.slice() };
        };
        this.pio = new PioClock(mcu, this.options.exact);
        this.takePins(mcu);
        this.usb = new UsbHost(
            USBCDC,
            mcu.usbCtrl,
            bytes => this.sent.push(bytes),
            () => this.events.push([this.now, 'usb']),
        );
        this.usb.setOpen(this.opened);
        mcu.core.PC = FLASH_START;
    }

    /** The ring oscillator's noise, the same in each run of the emulator but not after a reset. */
    randomBit() {
        this.noise ^= this.noise << 13;
        this.noise ^= this.noise >>> 17;
        this.noise ^= this.noise << 5;
        return (this.noise >>> 7) & 1;
    }

    powerCycle() {
        this.events.push([this.now, 'reset', 'power']);
        this.start();
    }

    /** The second core does not run; it only says that it is there when it is let out of reset, as the boot ROM does. */
    takeSecondCore(mcu) {
        let mail = 0;
        const psm = mcu.peripherals[PSM];
        const force = psm.writeUint32.bind(psm);
        psm.writeUint32 = (offset, value) => {
            const was = psm.frceOff & SECOND_CORE;
            force(offset, value);
            if (was && !(psm.frceOff & SECOND_CORE)) mail = 1;
        };
        const { sio } = mcu;
        const read = sio.readUint32.bind(sio);
        sio.readUint32 = offset => {
            if (offset === FIFO_STATUS) return FIFO_READY | (mail ? FIFO_VALID : 0);
            if (offset !== FIFO_READ) return read(offset);
            mail = 0;
            return 0;
        };
    }

    takePins(mcu) {
        let levels = 0;
        const refresh = () => {
            levels = 0;
            for (const pin of mcu.gpio) if (pin.inputValue) levels |= 1 << pin.index;
        };
        Object.defineProperty(mcu, 'gpioValues', { get: () => levels });
        this.refreshPins = refresh;
        for (const pin of mcu.gpio) {
            pin.addListener(() => this.settle(pin));
            pin.rawInputValue = this.outside.get(pin.index) ?? false;
        }
        for (const name of [PADS, IO_BANK0]) {
            const peripheral = mcu.peripherals[name];
            const write = peripheral.writeUint32.bind(peripheral);
            peripheral.writeUint32 = (offset, value) => {
                this.pio.disturb();
                write(offset, value);
                refresh();
            };
        }
        refresh();
    }

    /** The level of a pin: what the chip drives, or what drives it from outside, or its pull. */
    settle(pin) {
        const state = pin.value;
        let level = pin.rawInputValue;
        if (state <= 1) {
            level = state === 1;
            if (this.watched.has(pin.index)) this.events.push([this.now, 'pin', pin.index, state]);
        } else if (this.outside.has(pin.index)) level = this.outside.get(pin.index);
        else if (state === 3) level = true;
        else if (state === 4) level = false;
        if (level === pin.rawInputValue) return;
        this.pio.disturb();
        pin.setInputValue(level);
        this.refreshPins();
    }

    drive(gpio, level) {
        if (level === null) this.outside.delete(gpio);
        else this.outside.set(gpio, !!level);
        this.settle(this.mcu.gpio[gpio]);
    }

    /** Change pins at given times: [[time, gpio, level or null], ...]. */
    schedule(changes) {
        for (const [time, gpio, level] of changes) this.queue.push([time + SYNCHRONISER_CLOCKS * CLOCK_NS, gpio, level]);
        this.queue.sort((a, b) => a[0] - b[0]);
    }

    /** Run to time `end`; true: stopped earlier because something happened that `stop` names ('sent', 'usb', 'reset'). */
    run(end, stop) {
        let sent = this.sent.length;
        let looked = this.events.length;
        while (this.now < end) {
            const { clock, mcu } = this;
            const { core } = mcu;
            const last = end - this.born + this.offset; // by the chip's clock, until it is another chip
            while (clock.nanosCounter < last && !this.pending && this.sent.length === sent && this.events.length === looked) {
                if (!core.waiting) this.pass(core.executeInstruction());
                else if (!this.pio.idle) this.pass(1);
                else this.pass(Math.max(1, Math.ceil(Math.min(this.untilAlarm(), this.untilPin(), end - this.now) / CLOCK_NS)));
            }
            if (this.pending) this.reset();
            if (stop.sent && this.sent.length > sent) return true;
            sent = this.sent.length;
            const news = this.events.slice(looked);
            looked = this.events.length;
            if (news.some(([, what]) => stop[what])) return true;
        }
        return false;
    }

    untilAlarm() {
        return this.clock.nextAlarm ? this.clock.nanosToNextAlarm : Infinity;
    }

    untilPin() {
        return this.queue.length ? this.queue[0][0] - this.now : Infinity;
    }

    /** Let clocks pass: all at once while nothing can happen between, else one by one. */
    pass(clocks) {
        const { pio, clock, queue } = this;
        const to = clock.nanosCounter + clocks * CLOCK_NS;
        const quiet = pio.idle && (queue.length === 0 || queue[0][0] - this.born + this.offset > to);
        if (quiet && (clock.nextAlarm === null || clock.nextAlarm.nanos > to)) {
            pio.skip(clocks);
            clock.nanosCounter = to; // no alarm falls into it: what clock.tick() would do
            return;
        }
        while (clocks > 0) {
            if (pio.idle) {
                const free = Math.min(clocks, Math.ceil(this.untilPin() / CLOCK_NS) - 1, Math.ceil(this.untilAlarm() / CLOCK_NS) - 1);
                if (free > 0) {
                    pio.skip(free);
                    clock.tick(free * CLOCK_NS);
                    clocks -= free;
                    continue;
                }
            }
            while (this.queue.length && this.queue[0][0] <= this.now + CLOCK_NS) {
                const [, gpio, level] = this.queue.shift();
                this.drive(gpio, level);
            }
            const counted = pio.quiet;
            if (counted) pio.skip(1);
            clock.tick(CLOCK_NS);
            if (!counted) pio.step();
            clocks--;
        }
    }

    reset() {
        const { reason, scratch } = this.pending;
        this.events.push([this.now, 'reset', reason === 1 ? 'watchdog' : 'forced']);
        this.flashed.erased += this.flashChip.erased;
        this.flashed.programmed += this.flashChip.programmed;
        this.start(reason, scratch);
    }
}
