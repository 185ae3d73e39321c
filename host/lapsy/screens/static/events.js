// What has just happened, in words: a refused or costly thing at its own seat, the rest as one short sentence.

/** The newest sentence that concerns everybody; '' when nothing happened lately. */
export const lately = (events) => events.filter((one) => !one.bad && one.text).at(-1)?.text ?? '';

/** The newest thing that went wrong for a seat, or null. */
export const wrong = (events, seat) => events.filter((one) => one.bad && one.seats.includes(seat)).at(-1) ?? null;

