/**
 * The position, 0 to `all`, to which a key leads from position `at`; null for other keys. The board and form fields have their own use
 * for the same keys.
 */
export function positionForKey(event: KeyboardEvent, at: number, all: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if ((event.target as HTMLElement).closest('[role=grid], input, select, textarea') !== null) return null;
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all }[event.key];
  return next === undefined ? null : Math.max(0, Math.min(all, next));
}
