import { globSync, readFileSync } from 'node:fs';
import type http from 'node:http';
import { extname, join } from 'node:path';
import { CONFIG, cacheControl, configOf, HASHED, panelHeaders } from '../panel/build/headers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/**
 * Serves the panel as CloudFront does on AWS, with the same headers.
 * @param folder with the panel as it was built; what is in it now is served
 * @param api address of the API with its stage and a slash at the end
 */
export const servePanel = (folder: string, api: string): http.RequestListener => {
  const headers = panelHeaders(api);
  const files = new Map<string, Buffer>(
    globSync('**/*.*', { cwd: folder }).map((name) => [`/${name}`, readFileSync(join(folder, name))]),
  );
  files.set(`/${CONFIG}`, Buffer.from(JSON.stringify(configOf(api))));

  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://panel');
    const name = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(name);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(file ? (isRead ? 200 : 405) : 404, {
      ...headers,
      'Content-Type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
      'Cache-Control': file && name.startsWith(`/${HASHED}/`) ? cacheControl.hashed : cacheControl.other,
    });
    response.end(request.method === 'GET' ? file : undefined);
  };
};
