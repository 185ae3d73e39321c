// The host's end of the USB serial port: rp2040js's own, made to wait as a real host controller does.
//
// rp2040js answers each offer to receive at once, also with nothing, which keeps the processor busy for ever, and takes all
// that is sent. Here an offer stands until there are bytes for it, and a host that does not read takes nothing.

const PACKET = 64;
const DTR_AND_RTS = 3;

export class UsbHost {
    /** `taken(bytes)` gets what the board sends, `ready()` is called when the port can be used. */
    constructor(USBCDC, usb, taken, ready) {
        this.usb = usb;
        this.connected = false;
        this.reading = true;
        this.waiting = []; // bytes for the board
        this.offer = null; // size the board is ready to receive
        this.held = []; // packets sent to a host that does not read
        this.lines = 0; // DTR and RTS as the board was told
        this.wanted = DTR_AND_RTS;
        this.telling = false; // a control transfer is under way
        const cdc = (this.cdc = new USBCDC(usb));
        cdc.onDeviceConnected = () => {
            // rp2040js calls this after it sent the lines as "open" for the first time.
            this.connected = true;
            this.telling = true;
            this.lines = DTR_AND_RTS;
            ready();
        };
        cdc.onSerialData = bytes => taken(Buffer.from(bytes));
        usb.onEndpointRead = (endpoint, size) => {
            if (endpoint !== cdc.outEndpoint) return;
            this.offer = size;
            this.deliver();
        };
        const indicate = usb.indicateBufferReady.bind(usb);
        this.indicate = indicate;
        const written = usb.onEndpointWrite;
        usb.indicateBufferReady = (endpoint, out) => {
            if (!this.reading && !out && this.connected && endpoint === cdc.inEndpoint) this.held.push(endpoint);
            else indicate(endpoint, out);
        };
        usb.onEndpointWrite = (endpoint, bytes) => {
            const told = this.telling;
            if (!this.reading && this.connected && endpoint === cdc.inEndpoint) this.heldBytes = bytes;
            else written(endpoint, bytes);
            if (told && endpoint === 0 && bytes.length === 0) {
                this.telling = false;
                this.tell();
            }
        };
        this.written = written;
        this.heldBytes = null;
    }

    send(bytes) {
        for (const byte of bytes) this.waiting.push(byte);
        this.deliver();
    }

    deliver() {
        if (this.offer === null || this.waiting.length === 0) return;
        const packet = Uint8Array.from(this.waiting.splice(0, Math.min(this.offer, PACKET)));
        this.offer = null;
        this.usb.endpointReadDone(this.cdc.outEndpoint, packet);
    }

    /** Stop taking, or take again what was held and go on. */
    setReading(on) {
        this.reading = on;
        if (!on) return;
        if (this.heldBytes) {
            const bytes = this.heldBytes;
            this.heldBytes = null;
            this.written(this.cdc.inEndpoint, bytes);
        }
        for (const endpoint of this.held.splice(0)) this.indicate(endpoint, false);
    }

    /** The port was opened or closed by a program. */
    setOpen(on) {
        this.wanted = on ? DTR_AND_RTS : 0;
        this.tell();
    }

    /** One control transfer at a time, the newest state last. */
    tell() {
        if (!this.connected || this.telling || this.lines === this.wanted) return;
        this.telling = true;
        this.lines = this.wanted;
        this.cdc.cdcSetControlLineState(this.lines);
    }
}
