import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { servePanel } from '../../../local/panel-server.ts';
import { buildPanel } from '../../../panel/build/build.ts';
import { panelHeaders } from '../../../panel/build/headers.ts';
import { codeLists } from '../../../reference/code-lists.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** The panel as it is built and served. */

const API = 'http://127.0.0.1:4567/api/';
/**
 * Compressed bytes of everything that the first view loads. The limit is somewhat higher than the current size, so that growth
 * is noticed.
 */
const FIRST_VIEW = 64_000;
/**
 * Bytes of all pages. It was raised by 3 % for what a clerk reads before and after a batch is filed, and by 5 % for the lists of
 * trámites and workers with their files, and the meanings of refusals; these parts load with the pages that show them. Companies from a
 * sheet, the state of a worker and the grid of a sheet raised it by 9 %: all of them load with their pages, and the first view did not
 * grow. The choice of a sheet's tab, headers and columns, certificates as one batch, what is due on different days as one batch, modelo
 * 190 and the activity of the account raised it by 3 %.
 */
const ALL_PAGES = 140_500;
/** Bytes of the longest list of codes, compressed, which is loaded with the first field that needs it. */
const LONGEST_LIST = 75_000;

const folder = mkdtempSync(join(tmpdir(), 'panel-'));
let files: string[];
beforeAll(async () => {
  await buildPanel(folder);
  files = globSync('**/*.*', { cwd: folder });
});
const read = (name: string) => readFileSync(join(folder, name));

describe('the built panel', () => {
  const sizeOf = (name: string) => gzipSync(read(name)).length;
  const isList = (name: string) => Object.keys(codeLists).some((list) => name.startsWith(`assets/${list}-`));

  test('the panel is small, and loads no list of codes before a field needs it', () => {
    const html = read('index.html').toString();
    const lists = files.filter(isList);
    expect(lists).toHaveLength(Object.keys(codeLists).length);
    for (const name of lists) {
      expect(html).not.toContain(name);
      expect(sizeOf(name), name).toBeLessThan(LONGEST_LIST);
    }
    // The files that the document names. Pages that are rarely opened first are loaded when they are opened.
    const first = files.filter((name) => name === 'index.html' || html.includes(name));
    expect(first.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThan(FIRST_VIEW);
    const all = files.filter((name) => !isList(name));
    expect(all.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThan(ALL_PAGES);
  });

  test('the panel has nothing inline, nothing of another origin, and stores nothing in the browser', () => {
    const html = read('index.html').toString();
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
    const scripts = files.filter((name) => /\.(js|css)$/.test(name)).map((name) => read(name).toString());
    expect(scripts.length).toBeGreaterThan(2 + Object.keys(codeLists).length);
    for (const text of scripts) {
      expect(text).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/);
      expect(text.match(/https?:\/\/(?!www\.w3\.org\/)[\w.-]+/g) ?? []).toEqual([]);
    }
  });
});

describe('the server of the panel', () => {
  test('the server sends the headers of the panel, caches hashed names for ever, and serves nothing outside its folder', async () => {
    const server = createServer(servePanel(folder, API));
    const port = await listen(server);
    onTestFinished(() => shut(server));
    const ask = (path: string, init?: RequestInit) => fetch(`http://${HOST}:${port}${path}`, init);
    const page = await ask('/');
    expect(page.status).toBe(200);
    for (const [name, value] of Object.entries(panelHeaders(API))) expect(page.headers.get(name)).toBe(value);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(await (await ask('/config.json')).json()).toEqual({ baseUrl: 'http://127.0.0.1:4567/api/v4' });
    const script = files.find((name) => name.endsWith('.js'));
    expect((await ask(`/${script}`)).headers.get('cache-control')).toContain('immutable');
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
    for (const path of ['/nada', '/%2e%2e/package.json', '/..%2fpackage.json'])
      expect((await ask(path)).status, path).toBe(404);
  });
});
