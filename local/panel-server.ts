import { globSync, readFileSync } from 'node:fs';
import type http from 'node:http';
import { extname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import {
  CONFIG,
  cacheControl,
  configOf,
  HASHED,
  panelHeaders,
  SESSION,
  SESSION_FUNCTION,
} from '../panel/build/headers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** An answer that a CloudFront function gives itself. */
interface EdgeAnswer {
  statusCode: number;
  headers: Record<string, { value: string }>;
  cookies?: Record<string, { value: string; attributes: string }>;
  body?: { data: string };
}

/** The function that keeps sessions, run from its own text as CloudFront runs it. */
const keepsSessions = runInNewContext(`${readFileSync(SESSION_FUNCTION, 'utf8')}; handler;`) as (event: {
  request: object;
}) => EdgeAnswer;

const answerSession = (request: http.IncomingMessage, response: http.ServerResponse): void => {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/s));
  const { statusCode, headers, cookies, body } = keepsSessions({
    request: {
      method: request.method,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, { value: String(value) }]),
      ),
      cookies: Object.fromEntries(pairs.map(([name, value = '']) => [name, { value }])),
    },
  });
  const set = Object.entries(cookies ?? {});
  response.writeHead(statusCode, {
    ...Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])),
    'Set-Cookie': set.map(([name, { value, attributes }]) => `${name}=${value}; ${attributes}`),
  });
  response.end(body?.data);
};

/**
 * Serves the panel as CloudFront does on AWS, with the same headers.
 * @param folder with the built panel, which is read once
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
    if (pathname === `/${SESSION}`) return answerSession(request, response);
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
