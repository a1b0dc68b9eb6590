import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../shared/authorities/authority-port.ts';
import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import { type Exchange, Refusal, type Script, Unreadable } from '../../../shared/authorities/exchange.ts';
import { forgetLogIns } from '../../../shared/authorities/log-ins.ts';
import { exchange } from '../../support/portals/examples.ts';
import { ana, credentialOf, errorOf, juan, serve } from '../../support/tls/mutual-tls.ts';
import { portTo } from '../../support/tls/port.ts';

/** Log-ins that are kept from one exchange to the next, at a portal that remembers by a cookie which page it showed last. */

const textOf = (answer: Answer | undefined): string => {
  const text = Buffer.from(answer!.body).toString();
  if (answer!.status !== 200) throw new Unreadable(`status ${answer!.status}`);
  if (text.startsWith('no:')) throw new Refusal([text.slice(3)]);
  return text;
};

function* enter(name: string): Script<void> {
  if (textOf(yield { method: 'GET', path: '/start', logIn: name }) !== 'welcome')
    throw new Unreadable('start');
  if (textOf(yield { method: 'POST', path: '/menu', body: name, logIn: name }) !== 'menu')
    throw new Unreadable('menu');
}

const asking = (name = 'queries') =>
  exchange('reading', function* (what: string): Script<string> {
    yield* enter(name);
    if (textOf(yield { method: 'GET', path: `/show?${what}` }) !== 'shown') throw new Unreadable('show');
    return textOf(yield { method: 'GET', path: '/document' });
  });
const filing = exchange('submission', function* (what: string): Script<string> {
  yield* enter('queries');
  if (textOf(yield { method: 'GET', path: `/show?${what}` }) !== 'shown') throw new Unreadable('show');
  return textOf(yield { method: 'POST', path: '/file', body: 'x', commits: true });
});

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** A portal with sessions. @param ended answers a caller without a session */
const portal = async (ended: Reply = (_, response) => response.end('no:La sesión ha caducado')) => {
  const sessions = new Map<string, { by: string; shows?: string }>();
  const state = { filed: [] as string[], replies: {} as Record<string, Reply> };
  let number = 0;
  const { baseUrl, seen, listening } = await serve((request, response) => {
    const [path, query = ''] = request.url!.split('?') as [string, string?];
    const by = (
      request.socket as unknown as { getPeerCertificate(): { fingerprint: string } }
    ).getPeerCertificate().fingerprint;
    if (path === '/start') {
      number += 1;
      sessions.set(`${number}`, { by });
      response.setHeader('set-cookie', `session=${number}; Path=/`).end('welcome');
      return;
    }
    const session = sessions.get(/session=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    if (session?.by !== by) return ended(request, response);
    const other = state.replies[path];
    if (other) return other(request, response);
    if (path === '/menu') response.end('menu');
    else if (path === '/show') {
      session.shows = query;
      response.end('shown');
    } else if (path === '/document') response.end(`document of ${session.shows}`);
    else {
      state.filed.push(session.shows!);
      response.end('filed');
    }
  });
  const records: ExchangeRecord[] = [];
  const port = ({ credential = credentialOf(juan), dry = false } = {}) =>
    portTo(baseUrl, {
      authority: 'sepe',
      credential: async () => credential,
      dry,
      sleep: async () => {},
      log: (record) => records.push(record),
    });
  return {
    port,
    records,
    seen,
    listening,
    ...state,
    /** The requests since the last call. */
    asked: () => seen.splice(0),
    end: () => sessions.clear(),
  };
};

const LOG_IN = ['GET /start', 'POST /menu'];
beforeEach(() => forgetLogIns());

describe('a log-in that is reused', () => {
  it('the log-in is used by the next exchange of that name, without another log-in', async () => {
    const { port, asked, records } = await portal();
    expect(await port().read(asking(), 'a')).toBe('document of a');
    expect(asked()).toEqual([...LOG_IN, 'GET /show?a', 'GET /document']);
    expect(await port().read(asking(), 'b')).toBe('document of b');
    expect(asked()).toEqual(['GET /show?b', 'GET /document']);
    expect(await port().read(asking('other'), 'c')).toBe('document of c');
    expect(asked()).toEqual([...LOG_IN, 'GET /show?c', 'GET /document']);
    expect(records.map(({ steps }) => steps)).toEqual([4, 2, 4]);
  });

  it('the log-in serves dry runs and filings alike', async () => {
    const { port, asked, filed } = await portal();
    expect(await port({ dry: true }).submit(filing, 'a')).toBeUndefined();
    expect(asked()).toEqual([...LOG_IN, 'GET /show?a']);
    expect(await port().submit(filing, 'b')).toBe('filed');
    expect(asked()).toEqual(['GET /show?b', 'POST /file']);
    expect(filed).toEqual(['b']);
  });

  it.each([
    ['another certificate', credentialOf(ana)],
    ['another version of the certificate', credentialOf(juan, 'of another account')],
  ])('the log-in is not shared with %s', async (_, credential) => {
    const { port, asked } = await portal();
    await port().read(asking(), 'a');
    asked();
    expect(await port({ credential }).read(asking(), 'b')).toBe('document of b');
    expect(asked().slice(0, 2)).toEqual(LOG_IN);
    expect(await port().read(asking(), 'c')).toBe('document of c');
    expect(asked()).toEqual(['GET /show?c', 'GET /document']);
  });

  it('the log-in is used by one exchange at a time', async () => {
    const { port } = await portal();
    await port().read(asking(), 'first');
    const names = Array.from({ length: 8 }, (_, number) => `n${number}`);
    const documents = await Promise.all(names.map((name) => port().read(asking(), name)));
    expect(documents).toEqual(names.map((name) => `document of ${name}`));
  });

  it('several exchanges at the same time make a log-in each, and the next exchanges reuse one each', async () => {
    const { port, asked } = await portal();
    const four = () => Promise.all(['a', 'b', 'c', 'd'].map((name) => port().read(asking(), name)));
    await four();
    expect(asked().filter((request) => request === LOG_IN[0])).toHaveLength(4);
    expect(await four()).toEqual(['a', 'b', 'c', 'd'].map((name) => `document of ${name}`));
    expect(asked().filter((request) => request === LOG_IN[0])).toEqual([]);
  });

  it('the log-in is not reused after a run that failed', async () => {
    const { port, asked, replies } = await portal();
    replies['/document'] = (_, response) => response.end('no:there is none');
    expect((await errorOf(port().read(asking(), 'a'))).status).toBe(422);
    asked();
    expect((await errorOf(port().read(asking(), 'b'))).status).toBe(422);
    expect(asked()).toEqual([...LOG_IN, 'GET /show?b', 'GET /document']);
  });
});

describe('a log-in that the portal has ended', () => {
  it.each<[string, Reply]>([
    ['a message', (_, response) => response.end('no:La sesión ha caducado')],
    ['a message that no one foresaw', (_, response) => response.end('no:Entre de nuevo')],
    ['a redirection', (_, response) => response.writeHead(302, { location: '/start' }).end()],
    ['another page', (_, response) => response.end('welcome')],
    ['401', (_, response) => response.writeHead(401).end()],
    ['an error', (_, response) => response.writeHead(500).end()],
  ])('the log-in is made again, before anything is filed: %s', async (_, ended) => {
    const { port, asked, end, filed } = await portal(ended);
    expect(await port().submit(filing, 'a')).toBe('filed');
    expect(asked()).toEqual([...LOG_IN, 'GET /show?a', 'POST /file']);
    end();
    expect(await port().submit(filing, 'b')).toBe('filed');
    expect(asked()).toEqual(['GET /show?b', ...LOG_IN, 'GET /show?b', 'POST /file']);
    expect(filed).toEqual(['a', 'b']);
    end();
    await port().read(asking(), 'c');
    expect(asked()).toEqual(['GET /show?c', ...LOG_IN, 'GET /show?c', 'GET /document']);
  });

  it('a refusal stays a refusal, without another log-in', async () => {
    const { port, asked, replies } = await portal();
    await port().read(asking(), 'a');
    replies['/show'] = (_, response) => response.end('no:no such contract');
    asked();
    expect(await errorOf(port().read(asking(), 'b'))).toMatchObject({
      status: 422,
      errors: { sepe: ['no such contract'] },
    });
    expect(asked()).toEqual(['GET /show?b', ...LOG_IN, 'GET /show?b']);
  });

  it('an outcome stays unknown if the committing step is answered by the log-in page, and nothing is sent again', async () => {
    const { port, asked, replies, filed } = await portal();
    await port().submit(filing, 'a');
    replies['/file'] = (_, response) => response.writeHead(401).end();
    asked();
    expect((await errorOf(port().submit(filing, 'b'))).status).toBe(502);
    expect(asked()).toEqual(['GET /show?b', 'POST /file']);
    expect(filed).toEqual(['a']);
  });

  it('the log-in is not repeated when no answer came, except as every reading is', async () => {
    const { port, asked, replies } = await portal();
    await port().read(asking(), 'a');
    asked();
    replies['/show'] = (request) => {
      delete replies['/show'];
      request.socket.destroy();
    };
    expect(await port().read(asking(), 'b')).toBe('document of b');
    expect(asked()).toEqual(['GET /show?b', ...LOG_IN, 'GET /show?b', 'GET /document']);
  });
});

it('an exchange cannot use two log-ins', async () => {
  const { port } = await portal();
  const both: Exchange<'reading', string, void> = exchange('reading', function* () {
    yield* enter('one');
    yield* enter('two');
  });
  await expect(port().read(both, '')).rejects.toThrow('logs in twice');
});
