// Steps the PIO blocks once per system clock, as the silicon does, and skips whole turns of a loop that changes nothing.
//
// rp2040js runs a block as fast as it can in a timer of its own, also its disabled machines, and knows neither delays nor
// clock dividers. Here each enabled machine gets one instruction a clock (or a tick of its divider) and waits out delays.
//
// Skipping: the machines' next state depends on their registers, the pins, the queues and the program alone. When the
// registers come back to an earlier state and nothing else was touched in between (no access to a PIO register by processor
// or DMA, no pin that changed, no output, no interrupt flag), the same turn repeats for ever. Its clocks are then only
// counted; before anything touches the block again, the rest of the last turn is stepped. `exact` switches this off.

const RXF0 = 0x20, RXF3 = 0x2c; // receive queues
const SHIFTCTRL = 0xd0, MACHINE_SIZE = 0x18; // register of machine 0, distance to that of the next one
const JOIN_TX = 1 << 30, JOIN_RX = 1 << 31; // one queue takes the other's four places; changing it empties both

function joinQueues(block, machine, value) {
    const Queue = machine.rxFIFO.constructor;
    machine.txFIFO = new Queue(value & JOIN_TX ? 8 : value & JOIN_RX ? 0 : 4);
    machine.rxFIFO = new Queue(value & JOIN_RX ? 8 : value & JOIN_TX ? 0 : 4);
    block.rxStall &= ~(1 << machine.index);
    machine.updateDMARx();
    machine.updateDMATx();
}

/** State of one machine that the next step depends on. */
const WIDTH = 12;

export class PioClock {
    constructor(chip, exact) {
        this.chip = chip;
        this.exact = exact;
        this.blocks = chip.pio;
        this.running = []; // enabled machines
        this.seen = new Float64Array(8 * WIDTH);
        this.quiet = false;
        this.period = 0; // clocks of a turn of the loop
        this.skipped = 0; // clocks counted since the loop was noticed
        this.steps = 0; // clocks since the last disturbance
        this.mark = -1; // at which of them the state was kept; -1: not yet
        for (const block of this.blocks) this.take(block);
    }

    take(block) {
        block.run = () => {};
        const write = block.writeUint32.bind(block), read = block.readUint32.bind(block);
        block.writeUint32 = (offset, value) => {
            this.disturb();
            const machine = block.machines[(offset - SHIFTCTRL) / MACHINE_SIZE];
            if (machine && (machine.shiftCtrl ^ value) & (JOIN_TX | JOIN_RX)) joinQueues(block, machine, value);
            write(offset, value);
            this.running = this.blocks.flatMap(b => b.machines.filter(m => m.enabled));
        };
        block.readUint32 = offset => {
            if (offset >= RXF0 && offset <= RXF3) this.disturb(); // takes a word
            else this.catchUp();
            return read(offset);
        };
        for (const name of ['pinValuesChanged', 'pinDirectionsChanged']) {
            const change = block[name].bind(block);
            block[name] = (value, first, count) => {
                change(value, first, count);
                block.checkChangedPins();
                this.search();
            };
        }
        const raised = block.irqUpdated.bind(block);
        block.irqUpdated = () => {
            this.search();
            raised();
        };
        for (const machine of block.machines) {
            machine.pause = 0; // ticks until its next instruction
            machine.phase = 0; // clocks until its next tick, in 1/256
            const restart = machine.restart.bind(machine);
            machine.restart = () => {
                restart();
                machine.pause = 0;
            };
            machine.clkDivRestart = () => {
                machine.phase = 0;
            };
        }
    }

    get live() {
        return this.running.length > 0;
    }

    /** True when clocks may be counted instead of stepped. */
    get idle() {
        return this.quiet || this.running.length === 0;
    }

    /** Something outside the machines is about to look: bring them up to now. */
    catchUp() {
        if (!this.quiet) return;
        const rest = this.skipped % this.period;
        for (let k = 0; k < rest; k++) this.turn();
        this.skipped = 0;
    }

    /** Something outside the machines is about to change. */
    disturb() {
        this.catchUp();
        this.quiet = false;
        this.search();
    }

    /** Forget what was seen: look for a loop from here on. */
    search() {
        this.steps = 0;
        this.mark = -1;
    }

    /** Count `clocks` of a loop. */
    skip(clocks) {
        if (this.quiet) this.skipped += clocks;
    }

    /** One system clock. */
    step() {
        this.turn();
        if (this.exact || this.running.length === 0) return;
        this.steps++;
        if (this.mark >= 0 && this.same()) {
            this.quiet = true;
            this.period = this.steps - this.mark;
            this.skipped = 0;
        } else if (this.mark < 0 || this.steps >= 2 * this.mark + 8) {
            this.keep(); // Brent: ever later states, so that a long way into the loop is no obstacle
            this.mark = this.steps;
        }
    }

    turn() {
        for (const machine of this.running) {
            if (machine.phase >= 256) {
                machine.phase -= 256;
                continue;
            }
            machine.phase += (machine.clockDivInt || 65536) * 256 + machine.clockDivFrac - 256;
            if (machine.pause > 0) {
                machine.pause--;
                continue;
            }
            const before = machine.cycles;
            machine.step();
            if (!machine.waiting) machine.pause = Math.max(0, machine.cycles - before - 1);
        }
    }

    keep() {
        let k = 0;
        for (const m of this.running) k = this.write(m, k);
    }

    write(m, k) {
        const s = this.seen;
        s[k] = m.pc;
        s[k + 1] = m.x;
        s[k + 2] = m.y;
        s[k + 3] = m.inputShiftReg;
        s[k + 4] = m.inputShiftCount;
        s[k + 5] = m.outputShiftReg;
        s[k + 6] = m.outputShiftCount;
        s[k + 7] = m.waiting ? 1 + m.waitType : 0;
        s[k + 8] = m.pause;
        s[k + 9] = m.phase;
        s[k + 10] = m.rxFIFO.itemCount;
        s[k + 11] = m.txFIFO.itemCount;
        return k + WIDTH;
    }

    same() {
        const s = this.seen;
        let k = 0;
        for (const m of this.running) {
            if (
                s[k] !== m.pc || s[k + 1] !== m.x || s[k + 2] !== m.y || s[k + 3] !== m.inputShiftReg ||
                s[k + 4] !== m.inputShiftCount || s[k + 5] !== m.outputShiftReg || s[k + 6] !== m.outputShiftCount ||
                s[k + 7] !== (m.waiting ? 1 + m.waitType : 0) || s[k + 8] !== m.pause || s[k + 9] !== m.phase ||
                s[k + 10] !== m.rxFIFO.itemCount || s[k + 11] !== m.txFIFO.itemCount
            ) return false;
            k += WIDTH;
        }
        return true;
    }
}
