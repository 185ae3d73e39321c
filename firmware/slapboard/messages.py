"""The message table: one file for the board and the host.

A message is ``type u8 | flags u8 | body``; the formats below are those of the bodies (little-endian, see
docs/wire.md). Times are microseconds of the board's 64-bit clock unless a name says otherwise.
"""

PROTO = 1
VERSION = (0, 1, 0)

# Host to board.
HELLO_REQ = 0x01
ACK = 0x02
PING = 0x03
CMD = 0x04
# Board to host.
HELLO = 0x81
EVENT = 0x82
EVENTS = 0x83
BEAT = 0x84
PONG = 0x85
RESULT = 0x86
LOG = 0x87
FAULT = 0x88
LOSS = 0x89

#: How many unacknowledged numbered messages a board has on the line at one time.
WINDOW = 64
#: Flag of ACK: numbers are missing here, send again from the first unacknowledged one now.
FLAG_GAP = 0x01

F_HELLO_REQ = "<BBI"  # lowest and highest protocol version, host session
F_ACK = "<II"  # boot, next expected number
F_PING = "<HIH"  # ping id, low 32 bits of the host's t1, wished reply delay in us
F_CMD = "<HBB"  # command id, operation, length of the arguments that follow

# proto, capture bound in us (0: exact), uid, boot, version x3, host session, now, first and next number, ring,
# reset cause, inputs; roles follow
F_HELLO = "<BH8sIBBBIQIIHBB"
# after the roles: how edges are captured, HELLO_* flags, build (first 8 bytes of the firmware's hash; zeros: unknown),
# number of lights
F_HELLO_MORE = "<BB8sB"
F_EVENT = "<IBBIQ"  # number, code, qual, capture index, stamp
F_EVENT_BODY = "<BBIQ"  # the same without the number: what the outbox keeps
F_EVENTS = "<IIQ"  # number, capture index and stamp of the first edge; F_EDGE for each follows
# stamp after the first one's: low 16 bits, high 8 bits; code; captures after the previous edge
F_EDGE = "<HBBB"
# watermark, next number, first unacknowledged number, levels, then counters: lost, bad CRC, ignored lines,
# glitches; longest stall and collection in us; temperature in 0.01 degrees C
F_BEAT = "<QIIIHHHHHHh"
F_BEAT_MORE = "<I"  # after that: inputs that are stuck
F_PONG = "<HIQIQI"  # ping id, t1 low, t2, t3 - t2, watermark, next number
F_RESULT = "<HBQ"  # command id, status, when it was applied
F_LOG = "<BB"  # level, messages lost before this one; UTF-8 text follows
F_FAULT = "<BIQ"  # what, how often since boot, when last
F_LOSS = "<IBIQQ"  # number, what was lost, how many at least, stamp of the earliest and of the latest
F_LOSS_BODY = "<BIQQ"

#: Bit 7 of ``code``: the input is (or became) active; bits 0..4 are the input's number.
PRESSED = 0x80
INPUT_MASK = 0x1F
MAX_INPUTS = 26
#: ``qual`` bits: a release whose edge fell into the hold-off (stamped at the end of it).
QUAL_REPAIRED = 0x01

# What a LOSS declares.
LOST_EVENTS = 0
LOST_EDGES = 1

# Operations of CMD and their arguments.
OP_HOLD_OFF = 1  # u32 us
OP_EDGES = 2  # u8, 0 or 1
OP_LIGHTS = 3  # a LIGHT_* byte for each light from the first on; the others stay as they are
OP_BEAT = 4  # u32 us
OP_REPL = 5  # REPL_KEY: store the flag and reset into the REPL
OP_BUZZ = 6  # u16 Hz (0: silence), u16 ms
OP_ARM = 7  # u8, 0 or 1: listen to the photodiode
OP_SYNC = 8  # u32 us: drive a pulse on the sync wire at this period; 0: leave the wire alone
OP_INPUT = 9  # u8 input, u32 us hold-off, u16 us confirmation
REPL_KEY = b"REPL"

STATUS_OK = 0
STATUS_UNKNOWN = 1
STATUS_BAD_ARGUMENT = 2
STATUS_ABSENT = 3  # this board has no such part

# What a light says.
LIGHT_OFF = 0
LIGHT_READY = 1
LIGHT_TURN = 2
LIGHT_WON = 3
LIGHT_FALSE = 4
LIGHT_FIND = 5

# How a board captures edges.
CAPTURE_SIMULATED = 0
CAPTURE_PIO = 1
CAPTURE_IRQ = 2
#: Flag in HELLO: board.json was refused, the board has no inputs until it is mended.
HELLO_SETTINGS_REFUSED = 0x01

# Codes of FAULT.
FAULT_STAMP_BACKWARDS = 1
FAULT_STAMP_AHEAD = 2
FAULT_CAPTURE_OVERRUN = 3  # the ring was lapped before it was drained
FAULT_CAPTURE_STALL = 4  # edges came faster than they could be stored

# Levels of LOG.
LOG_INFO = 0
LOG_WARNING = 1
LOG_ERROR = 2

# A role byte: role in the low 5 bits, seat group (0..7) above them.
ROLE_MASK = 0x1F
GROUP_SHIFT = 5
ROLE_NONE = 0
ROLE_SLAP = 1
ROLE_FLIP = 2
ROLE_HEAD = 3
ROLE_CHOOSE = 4
ROLE_LEFT = 5
ROLE_RIGHT = 6
ROLE_STOCK1 = 7  # .. ROLE_STOCK1 + 4
ROLE_CALL = 12
ROLE_PASS = 13
ROLE_SYNC = 14  # the wire between boards
ROLE_PHOTO = 15  # a photodiode on a display
ROLE_NAMES = (
    "none",
    "slap",
    "flip",
    "head",
    "choose",
    "left",
    "right",
    "stock1",
    "stock2",
    "stock3",
    "stock4",
    "stock5",
    "call",
    "pass",
    "sync",
    "photo",
)
