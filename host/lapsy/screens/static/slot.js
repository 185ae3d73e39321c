// A place of the page; its nodes are built again only when what it shows has changed.

/** What a reader of the keyboard had in hand: by its `data-focus`, with what was typed into it. */
function held(host) {
  const active = host.getRootNode().activeElement; // in a shadow too
  if (!host.contains(active) || !active.dataset.focus) return null;
  const { value, selectionStart, selectionEnd } = active,
    { focus, typed } = active.dataset;
  delete active.dataset.typed; // a field that goes away is not done: the next one goes on with it
  return { focus, typed, value, selectionStart, selectionEnd };
}

function giveBack(host, before) {
  const again = [...host.querySelectorAll('[data-focus]')].find((one) => one.dataset.focus === before.focus);
  // what is gone from a dialog leaves the keyboard in it
  if (!again) return host.querySelector('[role=dialog] [data-focus]')?.focus({ preventScroll: true });
  again.focus({ preventScroll: true });
  if (before.typed === undefined) return;
  again.value = before.value;
  again.dataset.typed = before.typed;
  if (before.selectionStart !== null) again.setSelectionRange?.(before.selectionStart, before.selectionEnd);
}

export class Slot {
  #host;
  #key = null;

  constructor(host) {
    this.#host = host;
  }

  /** True when it was built anew. Focus stays on the node with the same `data-focus`. */
  show(key, build) {
    if (key === this.#key) return false;
    this.#key = key;
    const before = held(this.#host);
    const node = build();
    this.#host.replaceChildren(...[node].flat(Infinity).filter(Boolean));
    if (before) giveBack(this.#host, before);
    return true;
  }
}
