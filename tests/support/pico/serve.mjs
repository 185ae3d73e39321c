// One emulated chip, driven by JSON lines on standard input; an answer a line on standard output. See pico.py.

import fs from 'fs';
import readline from 'readline';
import { Chip } from './chip.mjs';

const options = JSON.parse(fs.readFileSync(process.argv[2]));
const chip = await Chip.create({ ...options, uid: Buffer.from(options.uid, 'hex') });

for (const { path, at } of options.images) {
    const image = fs.readFileSync(path);
    if (at !== undefined) chip.flash.set(image, at);
    else
        for (let block = 0; block < image.length; block += 512)
            chip.flash.set(image.subarray(block + 32, block + 32 + image.readUInt32LE(block + 16)), image.readUInt32LE(block + 12) - 0x10000000);
}
chip.start();

const orders = {
    run: ({ until, pins, tx, stop }) => {
        if (pins) chip.schedule(pins);
        if (tx) chip.usb.send(Buffer.from(tx, 'base64'));
        return { stopped: chip.run(until, stop ?? {}) };
    },
    watch: ({ gpios }) => {
        chip.watched = new Set(gpios);
        return {};
    },
    level: ({ gpio }) => ({ level: chip.mcu.gpio[gpio].value }),
    flash: ({ at, size }) => ({ data: Buffer.from(chip.flash.subarray(at, at + size)).toString('base64') }),
    program: ({ at, data }) => {
        chip.flash.set(Buffer.from(data, 'base64'), at);
        return {};
    },
    power: () => {
        chip.powerCycle();
        return {};
    },
    reading: ({ on }) => {
        chip.usb.setReading(on);
        return {};
    },
    open: ({ on }) => {
        chip.opened = on;
        chip.usb.setOpen(on);
        return {};
    },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    const answer = orders[order.do](order);
    answer.now = chip.now;
    answer.born = chip.born;
    answer.connected = chip.usb.connected;
    answer.rx = Buffer.concat(chip.sent).toString('base64');
    answer.events = chip.events;
    chip.sent = [];
    chip.events = [];
    process.stdout.write(JSON.stringify(answer) + '\n');
}
