import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { extname, join } from 'node:path';

const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.webmanifest': 'application/manifest+json',
};

/** Serves the page that stands in `folder`, and hands what is asked of `/api` on to the program at `behind`, which carries another page. */
export function pageProxy(folder: string, port: number, behind: number): Promise<Server> {
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/api/') || path === '/healthz') {
      const { method, headers, url } = asked;
      const onward = request({ host: '127.0.0.1', port: behind, path: url, method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
        got.on('error', () => answer.destroy());
      });
      // As if the program itself were gone.
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      asked.pipe(onward);
      return;
    }
    const file = extname(path) === '' ? '/index.html' : path;
    readFile(join(folder, file)).then(
      (bytes) => answer.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream' }).end(bytes),
      () => answer.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
