import { readFile } from 'node:fs/promises';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { onDay } from './relative-dates.ts';

/** The files of the reference: made when the function is built, in the folder `docs` next to the handler. */
const folder = new URL('./docs/', import.meta.url);

/** A page, or a script or style sheet that pages load. The name of the latter two changes with their content. */
export type FileKind = 'html' | 'md' | 'txt' | 'js' | 'css';

const CONTENT_TYPES: Record<FileKind, string> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Tags of all files, by name. */
let tags: Promise<Record<string, string>> | undefined;

const tagOf = async (name: string): Promise<string | undefined> => {
  tags ??= readFile(new URL('tags.json', folder), 'utf8').then(JSON.parse);
  const all = await tags;
  return Object.hasOwn(all, name) ? all[name] : undefined;
};

/** Replies with a file as text. Only files listed by the build are read. @throws ServiceError 404 if there is none */
export const fileReply = async (
  name: string,
  kind: FileKind,
  headers: Record<string, string> = {},
): Promise<Reply<string>> => {
  const file = `${name}.${kind}`;
  const tag = await tagOf(file);
  if (tag === undefined) throw notFound('La dirección no existe.');
  const body = await readFile(new URL(file, folder), 'utf8');
  const kept = kind === 'js' || kind === 'css' ? { tag, forever: true as const } : { tag };
  return { page: { contentType: CONTENT_TYPES[kind], body, kept }, headers };
};

/** Nothing is loaded from another origin, and no script stands in a page. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; style-src 'self'";

/** The page of operations writes style sheets of its own: its editor has no other way. */
const WITH_STYLES = `${POLICY} 'unsafe-inline'`;

/** Pages by their address. */
const PAGES = {
  guia: POLICY,
  operaciones: WITH_STYLES,
  codigos: POLICY,
  municipios: POLICY,
  buscar: POLICY,
};

/** The name of a page as Markdown, or of `llms.txt`, which lists them. */
const AS_TEXT = /^([\w-]+)\.(md|txt)$/;

/** Markdown with the days of its examples as of this day, YYYY-MM-DD. */
const textReply = async ([, name = '', kind]: RegExpExecArray, today: string): Promise<Reply<string>> => {
  const { page, headers } = await fileReply(name, kind as 'md' | 'txt');
  const { body, kept, contentType } = page!;
  return {
    page: { contentType, body: onDay(body, today), kept: { tag: `${kept!.tag}-${today}` } },
    ...(headers && { headers }),
  };
};

/** A page of the reference as of this day, YYYY-MM-DD; for an unknown name, the page that says so. */
export const pageReply = async (name: string, today: string): Promise<Reply<string>> => {
  const text = AS_TEXT.exec(name);
  if (text && (await tagOf(name)) !== undefined) return textReply(text, today);
  const isKnown = Object.hasOwn(PAGES, name);
  const reply = await fileReply(isKnown ? name : 'no-existe', 'html', {
    'Content-Security-Policy': isKnown ? PAGES[name as keyof typeof PAGES] : POLICY,
    'Referrer-Policy': 'no-referrer',
  });
  if (isKnown) return reply;
  const { contentType, body } = reply.page!;
  return { ...reply, page: { contentType, body, status: 404 } };
};
