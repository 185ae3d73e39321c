// Which cards are picked, and what that would do. Pure.

/** The cards that a choice is made by; a choice by position stands for the card at that place of the hand. */
export function cardsOf(choice, hand) {
  if (choice.cards.length) return choice.cards;
  return choice.choose === null || !hand[choice.choose - 1] ? [] : [hand[choice.choose - 1]];
}

const holds = (cards, picks) => picks.every((card) => cards.includes(card));

/** Choices that need cards, and those that are a button of their own. */
export function sorted(own) {
  const withCards = own.legal.filter((choice) => cardsOf(choice, own.hand).length);
  return { withCards, plain: own.legal.filter((choice) => !withCards.includes(choice)) };
}

/** The cards that may be tapped now, on the table too. */
export function offered(own) {
  const { withCards } = sorted(own);
  return new Set(withCards.flatMap((choice) => cardsOf(choice, own.hand)));
}

/**
 * The picks after a tap. Where cards are picked freely, a tap takes up or puts back, and with nothing picked it takes as many
 * of a rank as `wanted` says. Otherwise a tap brings the largest choice with that card, so that a play is two taps.
 */
export function tap(picks, card, own, wanted = 1) {
  const out = picks.filter((one) => one !== card);
  if (own.picks) {
    if (out.length < picks.length) return out;
    const same = own.hand.filter((one) => one !== card && one[0] === card[0] && !one.startsWith('JOKER'));
    return !picks.length && wanted > 1 && same.length >= wanted - 1
      ? [card, ...same.slice(0, wanted - 1)]
      : [...picks, card];
  }
  const sets = sorted(own).withCards.map((choice) => cardsOf(choice, own.hand));
  const possible = (cards) => sets.some((set) => holds(set, cards));
  if (out.length < picks.length) return possible(out) ? out : [];
  const more = [...picks, card];
  if (picks.length && possible(more)) return more;
  const whole = sets.filter((set) => set.includes(card)).sort((a, b) => b.length - a.length);
  return whole.length ? [...whole[0]] : [];
}

/** The choice that the picks are, or null. */
export function choiceOf(picks, own) {
  const { withCards } = sorted(own);
  return (
    withCards.find((choice) => {
      const cards = cardsOf(choice, own.hand);
      return cards.length === picks.length && holds(cards, picks);
    }) ?? null
  );
}

/** Picks that are still there after a new view. */
export function kept(picks, own) {
  if (own.picks) return picks.filter((card) => own.hand.includes(card));
  const may = offered(own);
  return picks.every((card) => may.has(card)) ? picks : [];
}

/** What a choice is on the wire. */
export const act = ({ kind, cards, to, choose, reading }) => ({ type: 'act', kind, cards, to, choose, reading });
