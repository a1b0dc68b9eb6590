import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listCesiones } from '../../../functions/seg-social/operations/list-cesiones.ts';
import { listEmployeeSituations } from '../../../functions/seg-social/operations/list-employee-situations.ts';
import { seed } from '../../../sandbox/seed.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { connect as connectReally } from '../../../shared/channel/channel.ts';
import { ChannelFailure } from '../../../shared/channel/failure.ts';
import type { ServiceError } from '../../../shared/errors.ts';
import type { Operation, Reply } from '../../../shared/operation.ts';
import { outcomeOf, parsed, startAuthorities } from '../../support/authorities.ts';

/**
 * Lists that need more pages of an authority than fit in a request. The stand-ins answer over real TLS at once; what is
 * slow is the clock, which moves with each of their answers.
 */

type Fields = Record<string, unknown>;

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An answer of a portal: what was asked for, and what was answered. */
interface Page {
  asked: string;
  body: string;
}

/** Milliseconds that a portal takes for its next answer. */
type Pace = (page: number) => number;
const steady =
  (milliseconds: number): Pace =>
  () =>
    milliseconds;

/** What an authority has for a request, as deployed. */
const REQUEST_MS = 25_000;

/** A port for one request to a portal of that pace. It puts the answers into `pages`. */
const portAt = (operation: Operation, pace: Pace, pages: Page[]) => {
  if (operation.kind !== 'reading') throw new Error('not a reading');
  const { authority, client } = authorities.pki;
  return authorityPort({
    authority: operation.authority,
    baseUrl: authorities.sandbox.url,
    ca: authority.certificate,
    credential: async () => ({ version: '1', key: client.key, chain: client.chain }),
    dry: false,
    deadline: new Date(Date.now() + REQUEST_MS),
    log: () => {},
    sleep: async () => {},
    connect: (destination) => {
      const channel = connectReally(destination);
      return {
        send: async (request, deadline) => {
          const takes = pace(pages.length);
          if (Date.now() + takes > deadline) {
            const authorityAtFault = deadline - Date.now() >= 5_000;
            vi.setSystemTime(deadline);
            throw new ChannelFailure('silent', { sent: true, authorityAtFault, code: 'deadline' });
          }
          const answer = await channel.send(request, Date.now() + 60_000);
          vi.setSystemTime(Date.now() + takes);
          const { method, path, body = '' } = request;
          pages.push({
            asked: `${method} ${path} ${Buffer.from(body).toString('latin1')}`,
            body: Buffer.from(answer.body).toString('latin1'),
          });
          return answer;
        },
      };
    },
  });
};

interface Call {
  reply: Reply<unknown>;
  pages: Page[];
  milliseconds: number;
}

const callOnce = async (operation: Operation, request: Fields, pace: Pace): Promise<Call> => {
  const pages: Page[] = [];
  const began = Date.now();
  const port = portAt(operation, pace, pages);
  const reply = await authorities.runParsed(operation, parsed(operation, request), { port });
  return { reply, pages, milliseconds: Date.now() - began };
};

/** The whole list, by as many calls as it takes. */
const wholeList = async (operation: Operation, request: Fields, pace: Pace): Promise<Call[]> => {
  const calls: Call[] = [];
  for (let token: unknown; calls.length === 0 || token !== undefined; ) {
    expect(calls.length, 'calls').toBeLessThan(60);
    const call = await callOnce(operation, { ...request, ...(token ? { continueToken: token } : {}) }, pace);
    const { limitReached, continueToken } = call.reply.beside ?? {};
    expect(limitReached).toBe(continueToken === undefined ? undefined : true);
    token = continueToken;
    calls.push(call);
  }
  return calls;
};

interface Case {
  name: string;
  operation: Operation;
  request: Fields;
  /** A field with another value. */
  other: Fields;
  /** What is told of the list. */
  told(reply: Reply<unknown>): unknown[];
  /** Names the data that a page has; a page that only leads there has none. */
  dataOn(page: Page): string | undefined;
  /** Such pages for each element of the list. */
  dataPages: number;
  /** Calls that may tell nothing yet: the first one, which looks the worker up. */
  mayBeEmpty: number;
}

const { general } = seed.demo.accounts;
const many = { regimen: general.regimen, ccc: general.ccc, dni: seed.demo.manySituations.dni };

/** A page of ATR61 with the data of a registration, or with additional data, which shows its end only. */
const registrationOn = ({ asked, body }: Page): string | undefined => {
  const textOf = (id: string) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(body)?.[1];
  if (/=Select\b/.test(asked)) return `from ${textOf('SDFFRAAFI')}`;
  // The boxes are sent with the data page that they are on.
  return /&chk_SDF\w+=.*btn_Sub2207601004=/.test(asked) ? `until ${textOf('SDFFRBAFI')}` : undefined;
};

const list = ({ data }: Reply<unknown>) => data as unknown[];

const cases: Case[] = [
  {
    name: 'employee-situations',
    operation: listEmployeeSituations,
    request: many,
    other: { first: 1 },
    told: list,
    dataOn: registrationOn,
    dataPages: 1,
    mayBeEmpty: 1,
  },
  {
    name: 'employee-situations with all additional data',
    operation: listEmployeeSituations,
    request: { ...many, getDatos: 1, getConvenio: 1, pl_period: seed.today.slice(0, 7) },
    other: { pl_period: '2020-01' },
    told: list,
    dataOn: registrationOn,
    dataPages: 2,
    mayBeEmpty: 1,
  },
  {
    name: 'etts/cesion',
    operation: listCesiones,
    request: { ...many, ces: true },
    other: { ces: false },
    told: list,
    dataOn: registrationOn,
    dataPages: 2,
    mayBeEmpty: 1,
  },
];

describe.each(cases)('$name', ({ operation, request, other, told, dataOn, dataPages, mayBeEmpty }) => {
  test.each([3_000, 2_000, 1_000, 300])('is whole at a portal of %i ms a page', async (milliseconds) => {
    const atOnce = (await wholeList(operation, request, steady(0))).flatMap(({ reply }) => told(reply));
    const calls = await wholeList(operation, request, steady(milliseconds));
    expect(calls.flatMap(({ reply }) => told(reply))).toEqual(atOnce);

    for (const call of calls) expect(call.milliseconds).toBeLessThanOrEqual(REQUEST_MS);
    const empty = calls.filter(({ reply }) => reply.beside && told(reply).length === 0);
    expect(empty.length).toBeLessThanOrEqual(mayBeEmpty);

    const data = calls.flatMap(({ pages }) => pages.map(dataOn)).filter((page) => page !== undefined);
    expect(data).toHaveLength(atOnce.length * dataPages);
    expect(new Set(data).size, 'data pages asked for once').toBe(data.length);
  });

  test('is whole although a page does not come', async () => {
    const atOnce = (await wholeList(operation, request, steady(0))).flatMap(({ reply }) => told(reply));
    const { pages } = await callOnce(operation, request, steady(100));
    // Pages of all kinds: those of one element are two or three.
    for (let late = 0; late < pages.length; late += pages.length > 20 ? 5 : 1) {
      const pace: Pace = (page) => (page === late ? 60_000 : 100);
      const first = await callOnce(operation, request, pace).catch((error: ServiceError) => error);
      if (first instanceof Error) {
        expect(first, `page ${late}`).toMatchObject({ status: 504 });
        continue;
      }
      const { continueToken } = first.reply.beside!;
      const rest = await wholeList(operation, { ...request, continueToken }, steady(0));
      expect(
        [first, ...rest].flatMap(({ reply }) => told(reply)),
        `page ${late}`,
      ).toEqual(atOnce);
    }
  });

  test('goes on for the same request only', async () => {
    const { reply } = await callOnce(operation, request, steady(2_000));
    const { continueToken } = reply.beside!;
    const [field, value] = Object.entries(other)[0]!;
    const mistaken = callOnce(operation, { ...request, continueToken, [field]: value }, steady(0));
    expect(await outcomeOf(mistaken.then((call) => call.reply))).toMatchObject({
      status: 422,
      errors: { continueToken: [expect.any(String)] },
    });
    expect(String(continueToken).length).toBeLessThanOrEqual(1_300);
  });
});
