export type Route =
  | { page: 'title' }
  | { page: 'table'; id: string }
  | { page: 'review'; id: string }
  | { page: 'join'; id: string }
  | { page: 'history' | 'strength' | 'exercises' | 'data' }
  | { page: 'shared'; id: string }
  | { page: 'learn'; game: string; table: string | null }
  | { page: 'study'; link: string }
  | { page: 'research'; id: string }
  | { page: 'reasons'; id: string }
  | { page: 'missing' };

/** Which page an address means. */
export function routeOf(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { page: 'title' };
  const [first, id, last] = parts;
  if (parts.length === 1 && (first === 'history' || first === 'strength' || first === 'exercises' || first === 'data')) {
    return { page: first };
  }
  if (first === 'g' && id !== undefined && parts.length === 2) return { page: 'shared', id: decodeURIComponent(id) };
  if (first === 'table' && id !== undefined) {
    if (parts.length === 2) return { page: 'table', id: decodeURIComponent(id) };
    if (parts.length === 3 && last === 'review') return { page: 'review', id: decodeURIComponent(id) };
  }
  if (first === 'learn' && id !== undefined && parts.length <= 3) {
    return { page: 'learn', game: decodeURIComponent(id), table: last === undefined ? null : decodeURIComponent(last) };
  }
  if (first === 'join' && id !== undefined && parts.length === 2) return { page: 'join', id: decodeURIComponent(id) };
  if (first === 'study' && id !== undefined && parts.length === 2) return { page: 'study', link: decodeURIComponent(id) };
  if (first === 'research' && id !== undefined) {
    if (parts.length === 2) return { page: 'research', id: decodeURIComponent(id) };
    if (parts.length === 3 && last === 'reasons') return { page: 'reasons', id: decodeURIComponent(id) };
  }
  return { page: 'missing' };
}

class Router {
  route = $state<Route>(routeOf(location.pathname));

  constructor() {
    window.addEventListener('popstate', () => (this.route = routeOf(location.pathname)));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.route = routeOf(path);
    window.scrollTo(0, 0);
  }

  /** Goes there so that the way back does not lead here again. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.route = routeOf(path);
  }
}

export const router = new Router();

/** For links of our own: goes there without loading the page again, unless a new tab is wished for. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  router.go(link.pathname);
}
