// One place of a page; its node is built again only when what it shows has changed.

export class Slot {
  #host;
  #key = null;

  constructor(host) {
    this.#host = host;
  }

  /** True when it was built anew. What had the keyboard's focus has it again: by `data-focus`. */
  show(key, build) {
    if (key === this.#key) return false;
    this.#key = key;
    const held = this.#host.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const node = build();
    this.#host.replaceChildren(...[node].flat().filter(Boolean));
    if (held) this.#host.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    return true;
  }
}
