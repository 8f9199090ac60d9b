/**
 * What somebody has typed and the server has not acknowledged yet, kept in this browser: one draft for each study, participant and
 * step. A browser that keeps nothing still takes part; it only loses what was typed when the page is loaded again.
 */
const PREFIX = 'gokaku.study';

function key(link: string, participant: number, step: string): string {
  return [PREFIX, link, participant, step].join('/');
}

export function draft<T extends object>(link: string, participant: number, step: string): Partial<T> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key(link, participant, step)) ?? '{}');
    return typeof saved === 'object' && saved !== null ? saved : {};
  } catch {
    return {};
  }
}

export function saveDraft(link: string, participant: number, step: string, value: object): void {
  try {
    localStorage.setItem(key(link, participant, step), JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** Removes the drafts of a study, of whatever step is not the present one: they are answered, here or in another tab. */
export function dropDrafts(link: string, participant: number, present: string | null): void {
  try {
    const here = present === null ? null : key(link, participant, present);
    const old = Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}/${link}/`) && name !== here);
    for (const name of old) localStorage.removeItem(name);
  } catch {
    // As above.
  }
}
