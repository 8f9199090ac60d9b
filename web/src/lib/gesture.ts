/** What ends the silence that a browser keeps until somebody has clicked or pressed a key. */
const GESTURES = ['pointerup', 'keydown', 'click'] as const;

const waiting = new Set<() => void>();
let isMade = false;

function made(event: Event): void {
  // The browser itself knows best which gestures count.
  if (navigator.userActivation?.hasBeenActive === false || !event.isTrusted) return;
  isMade = true;
  for (const name of GESTURES) window.removeEventListener(name, made, true);
  for (const then of waiting) then();
  waiting.clear();
}
for (const name of GESTURES) window.addEventListener(name, made, true);

/** Calls `then` as soon as somebody has done something on the page: at once if they have. */
export function afterGesture(then: () => void): void {
  if (isMade || navigator.userActivation?.hasBeenActive) then();
  else waiting.add(then);
}
