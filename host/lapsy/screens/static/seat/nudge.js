// "It is your turn", for a phone that lies on the table: it shakes; where a phone cannot, it ticks and lights up once.

const SHAKE_MS = 40;

/** Between two views of the seat. */
export function nudge(before, after, sound, node) {
  if (!before || before.own.acting || !after.own.acting || document.hidden) return;
  sound.play([{ kind: 'turn' }]);
  if (navigator.vibrate?.(SHAKE_MS)) return;
  node.classList.remove('nudged');
  void node.offsetWidth; // the light begins anew
  node.classList.add('nudged');
}
