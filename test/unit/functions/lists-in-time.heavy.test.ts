import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listCesiones } from '../../../functions/gateway/seg-social/operations/list-cesiones.ts';
import { listEmployeeSituations } from '../../../functions/gateway/seg-social/operations/list-employee-situations.ts';
import { listEmployees } from '../../../functions/gateway/seg-social/operations/list-employees.ts';
import { listTaDocuments } from '../../../functions/gateway/seg-social/operations/list-ta-documents.ts';
import { listContracts } from '../../../functions/gateway/sepe/operations/list-contracts.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { persons } from '../../../sandbox/population.ts';
import { type Seed, seed } from '../../../sandbox/seed.ts';
import { footprint } from '../../../sandbox/sepe/records.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { connect as connectReally } from '../../../shared/authorities/channel/channel.ts';
import { ChannelFailure } from '../../../shared/authorities/channel/failure.ts';
import { forgetLogIns } from '../../../shared/authorities/log-ins.ts';
import {
  type SituationsInput,
  situations,
} from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { taDocuments } from '../../../shared/authorities/tgss/jacada/ta-documents.ts';
import type { ServiceError } from '../../../shared/kernel/errors.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import type { Operation } from '../../../shared/operation/operation.ts';
import { portsOf } from '../../../shared/serving/run.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Running } from '../../../shared/serving/stages.ts';
import { outcomeOf, parsed, startAuthorities } from '../../support/authorities.ts';
import { portsTo } from '../../support/portals/operations.ts';

/**
 * Lists that need more pages of an authority than can be read within one request. The stand-ins answer at once over real TLS;
 * only the clock is slow, because it moves with each of their answers.
 */

type Fields = Record<string, unknown>;

const { general, artists } = seed.demo.accounts;
const FIRST_DAY = '2020-01-01';

type Authorities = Awaited<ReturnType<typeof startAuthorities>>;
/** The stand-ins by authority. They are separate, because requests take longer the more data they hold. */
let standIns: Record<'sepe' | 'tgss', Authorities>;
beforeAll(async () => {
  const [sepe, tgss] = await Promise.all(
    [withManyContracts(), withManyWorkers()].map((each) => startAuthorities(each)),
  );
  standIns = { sepe: sepe!, tgss: tgss! };
});
afterAll(() => Promise.all(Object.values(standIns).map((each) => each.close())));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const contractsOfAccount = {
  cif: seed.demo.contract.cif,
  regimen: general.regimen,
  ccc: seed.demo.contract.ccc,
  startDate: FIRST_DAY,
  endDate: addDays(FIRST_DAY, 200),
};
const CONTRACTS = 260;
const WORKERS = 30;

/** The seed with contracts on six pages, two each day. */
function withManyContracts(): Seed {
  const state = structuredClone(seed.state);
  const like = state.sepe.contracts.find(({ id }) => footprint(id) === seed.demo.contract.sepeId)!;
  for (let index = 0; index < CONTRACTS; index++)
    state.sepe.contracts.push({
      ...like,
      id: `${like.id.slice(0, 7)}${9_000_000 + index}`,
      startDate: addDays(FIRST_DAY, Math.floor(index / 2)),
      communicated: `${addDays(FIRST_DAY, (index * 7) % 130)}T10:00:00`,
      extensions: [],
      transformations: [],
    });
  return { ...seed, state };
}

/** The seed with three pages of workers in the artists' account, and as many whose registration is scheduled. */
function withManyWorkers(): Seed {
  const state = structuredClone(seed.state);
  const { registrations } = state.tgss;
  const open = registrations.find(({ baja }) => !baja)!;
  for (const [index, worker] of persons(300, 2 * WORKERS).entries()) {
    const alta = index < WORKERS ? open.alta : { ...open.alta, date: addDays(seed.today, 10) };
    state.persons.push(worker);
    registrations.push({
      ...open,
      id: state.tgss.nextId++,
      nss: worker.nss,
      ccc: artists.ccc,
      alta,
    });
  }
  return { ...seed, state };
}

/** A page of a portal: the request, and the answer. */
interface Page {
  asked: string;
  body: string;
}

/** Milliseconds that a portal takes for the page with this number. */
type Pace = (page: number) => number;
const steady =
  (milliseconds: number): Pace =>
  () =>
    milliseconds;

/** Milliseconds that a deployed function has for the authority in one request. */
const REQUEST_MS = 25_000;

/** A port for one request to a portal of this speed. It collects the answers in `pages`. */
const portAt = (operation: Operation, pace: Pace, pages: Page[]) => {
  if (operation.kind !== 'reading') throw new Error('not a reading');
  const { pki, sandbox } = standIns[operation.authority as keyof typeof standIns];
  const { authority, client } = pki;
  return authorityPort({
    authority: operation.authority,
    baseUrl: sandbox.url,
    ca: authority.certificate,
    credential: async () => ({ version: '1', key: client.key, chain: client.chain }),
    dry: false,
    subject: operation.path,
    deadline: new Date(Date.now() + REQUEST_MS),
    log: () => {},
    sleep: async () => {},
    connect: (...to) => {
      const channel = connectReally(...to);
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

interface Called {
  reply: Reply<unknown>;
  pages: Page[];
  milliseconds: number;
}

/** The further ports of an operation, with the tokens of the service. */
const portsFor = (operation: Operation, { accountId = 'account', certificate = 'certificate' } = {}) => {
  const key = new Uint8Array(32);
  const tokenKeys = { newestKey: async () => ({ id: 'first', key }), keyOf: async () => key };
  const services = { stores: { tokenKeys }, filingPorts: () => {} };
  const call = { caller: { accountId }, certificate: { id: certificate }, operation, now: new Date() };
  return portsOf(services as unknown as Services, call as unknown as Running);
};

const callOnce = async (operation: Operation, request: Fields, pace: Pace): Promise<Called> => {
  // Each call is the first in its process, and logs in.
  forgetLogIns();
  const pages: Page[] = [];
  const began = Date.now();
  if (operation.kind !== 'reading') throw new Error('not a reading');
  const ports = { ...(await portsFor(operation)), [operation.authority]: portAt(operation, pace, pages) };
  const reply = await operation.run(parsed(operation, request) as never, ports as never);
  return { reply, pages, milliseconds: Date.now() - began };
};

/** The whole list, read with as many calls as needed. */
const wholeList = async (operation: Operation, request: Fields, pace: Pace): Promise<Called[]> => {
  const calls: Called[] = [];
  for (let token: unknown; calls.length === 0 || token !== undefined; ) {
    expect(calls.length, 'calls').toBeLessThan(60);
    const call = await callOnce(operation, { ...request, ...(token ? { continueToken: token } : {}) }, pace);
    const { limitReached, continueToken } = call.reply.envelope ?? {};
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
  /** Another value for a field. */
  other: Fields;
  /** The entries of the list in a reply. */
  entries(reply: Reply<unknown>): unknown[];
  /** Identifies the data on a page; `undefined` for a page without data. */
  dataOn(page: Page): string | undefined;
  /** The number of such pages in the whole list; missing if it depends on where the parts begin. */
  dataPages?: number;
  /** The number of such pages that may be requested again. */
  repeated?: number;
  /** The number of calls that may return nothing yet: the first one, which looks the worker up. */
  mayBeEmpty: number;
  /** The length of the list. */
  length: number;
}

const { nss, dni } = seed.demo.manySituations;
const ofManySituations = { regimen: general.regimen, ccc: general.ccc, nss };
const many = { regimen: general.regimen, ccc: general.ccc, dni };

/** A page of ATR61 with the data of a registration, or with additional data, which only shows its end. */
const registrationOn = ({ asked, body }: Page): string | undefined => {
  const textOf = (id: string) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(body)?.[1];
  if (/=Select\b/.test(asked)) return `from ${textOf('SDFFRAAFI')}`;
  // The checkboxes are sent with the data page on which they are.
  return /&chk_SDF\w+=.*btn_Sub2207601004=/.test(asked) ? `until ${textOf('SDFFRBAFI')}` : undefined;
};

/** A page of the list of documents in ATR65. */
const documentsOn = ({ body }: Page): string | undefined =>
  body.includes('id="Sub0900112079"')
    ? `documents ${/id="Sub0900112079_2_0"[^>]*>([^<]*)</.exec(body)?.[1]}`
    : undefined;

/** A page of workers in ATR62, or the name of a company in ACR69. */
const workersOn = ({ body }: Page): string | undefined => {
  const [, worker] = /<td><span><label>(\d\d \d+)</.exec(body) ?? [];
  if (worker) return `workers from ${worker}`;
  return body.includes('id="SDFNOMBRE3"') ? 'company' : undefined;
};

/** A page of contracts. */
const contractsOn = ({ body }: Page): string | undefined => /name="lista" value="([^"]*)"/.exec(body)?.[1];

const list = ({ data }: Reply<unknown>) => data as unknown[];

const cases: Case[] = [
  {
    name: 'employee-situations',
    operation: listEmployeeSituations,
    request: many,
    other: { first: 1 },
    entries: list,
    dataOn: registrationOn,
    dataPages: 23,
    length: 23,
    mayBeEmpty: 1,
  },
  {
    name: 'employee-situations with all additional data',
    operation: listEmployeeSituations,
    request: { ...many, getDatos: 1, getConvenio: 1, pl_period: seed.today.slice(0, 7) },
    other: { pl_period: '2020-01' },
    entries: list,
    dataOn: registrationOn,
    dataPages: 2 * 23,
    length: 23,
    mayBeEmpty: 1,
  },
  {
    name: 'etts/cesion',
    operation: listCesiones,
    request: { ...many, ces: true },
    other: { ces: false },
    entries: list,
    dataOn: registrationOn,
    dataPages: 2 * 23,
    length: 23,
    mayBeEmpty: 1,
  },
  {
    name: 'ta-info-for-nss',
    operation: listTaDocuments,
    request: ofManySituations,
    other: { startDate: seed.demo.manySituations.fecha_alta },
    entries: list,
    dataOn: (page) => registrationOn(page) ?? documentsOn(page),
    // The details of 20 registrations are read; the list of documents has four pages.
    dataPages: 20 + 4,
    length: 45,
    mayBeEmpty: 1,
  },
  {
    name: 'employees-in-enterprise',
    operation: listEmployees,
    request: { regimen: artists.regimen, ccc: artists.ccc, options: 3 },
    other: { options: 1 },
    entries: ({ data }) => (data as { employees: unknown[] }).employees,
    dataOn: workersOn,
    // The name of the company, and three pages of each list. A list that was not read to its end is started again.
    dataPages: 1 + 2 * 3,
    repeated: 2,
    length: 2 * WORKERS,
    mayBeEmpty: 0,
  },
  {
    name: 'contrata/data/list',
    operation: listContracts,
    request: { ...contractsOfAccount, communications_by: '1' },
    other: { communications_by: '2' },
    entries: list,
    dataOn: contractsOn,
    length: CONTRACTS,
    mayBeEmpty: 0,
  },
];

describe.each(cases)(
  'the list of $name',
  ({ operation, request, other, entries, dataOn, dataPages, repeated = 0, mayBeEmpty, length }) => {
    /** The list from a portal that answers at once. */
    let atOnce: unknown[];
    beforeAll(async () => {
      atOnce = (await wholeList(operation, request, steady(0))).flatMap(({ reply }) => entries(reply));
      expect(atOnce).toHaveLength(length);
    });

    test.each([3_000, 1_000, 300])(
      'the list is complete at a portal of %i ms a page',
      async (milliseconds) => {
        const calls = await wholeList(operation, request, steady(milliseconds));
        expect(calls.flatMap(({ reply }) => entries(reply))).toEqual(atOnce);

        for (const call of calls) expect(call.milliseconds).toBeLessThanOrEqual(REQUEST_MS);
        const empty = calls.filter(({ reply }) => reply.envelope && entries(reply).length === 0);
        expect(empty.length).toBeLessThanOrEqual(mayBeEmpty);

        const data = calls.flatMap(({ pages }) => pages.map(dataOn)).filter((page) => page !== undefined);
        const once = new Set(data);
        if (dataPages !== undefined) expect(once.size).toBe(dataPages);
        expect(data.length - once.size, 'data pages asked for again').toBeLessThanOrEqual(repeated);
      },
    );

    test('the list is complete although a page does not come', async () => {
      const { pages } = await callOnce(operation, request, steady(100));
      // Pages of all kinds, because one element takes two or three pages.
      for (let late = 0; late < pages.length; late += pages.length > 20 ? 5 : 1) {
        const pace: Pace = (page) => (page === late ? 60_000 : 100);
        const first = await callOnce(operation, request, pace).catch((error: ServiceError) => error);
        if (first instanceof Error) {
          expect(first, `page ${late}`).toMatchObject({ status: 504 });
          continue;
        }
        const { continueToken } = first.reply.envelope!;
        const rest = await wholeList(operation, { ...request, continueToken }, steady(0));
        expect(
          [first, ...rest].flatMap(({ reply }) => entries(reply)),
          `page ${late}`,
        ).toEqual(atOnce);
      }
    });

    test('the list continues for the same request only', async () => {
      const { reply } = await callOnce(operation, request, steady(3_000));
      const { continueToken } = reply.envelope!;
      const [field, value] = Object.entries(other)[0]!;
      const mistaken = callOnce(operation, { ...request, continueToken, [field]: value }, steady(0));
      expect(await outcomeOf(mistaken.then((call) => call.reply))).toMatchObject({
        status: 422,
        errors: { continueToken: [expect.any(String)] },
      });
      expect(String(continueToken).length).toBeLessThanOrEqual(2_000);
    });
  },
);

test('a list that is not in the order of its days is complete or an error', async () => {
  const request = { ...contractsOfAccount, communications_by: '2' };
  const whole = await callOnce(listContracts, request, steady(1_000));
  expect(whole.reply).toEqual({ data: expect.objectContaining({ length: CONTRACTS }) });
  const cut = callOnce(listContracts, request, steady(3_000));
  expect(await outcomeOf(cut.then(({ reply }) => reply))).toMatchObject({
    status: 504,
    message: expect.stringContaining('no ha dado tiempo a leer todas las páginas'),
  });
});

describe('a token that continues a list', () => {
  const tokenOf = async () => {
    const { reply } = await callOnce(listEmployeeSituations, many, steady(2_000));
    return String(reply.envelope!.continueToken);
  };

  test('the token is valid for its account, certificate and operation only', async () => {
    const token = await tokenOf();
    const read = async (operation: Operation, who = {}) =>
      (await portsFor(operation, who)).continuation.read(token);
    expect(await read(listEmployeeSituations)).toMatchObject({ nss });
    expect(await read(listCesiones)).toBeUndefined();
    expect(await read(listEmployeeSituations, { accountId: 'another' })).toBeUndefined();
    expect(await read(listEmployeeSituations, { certificate: 'another' })).toBeUndefined();
  });

  test('the token does not show whom it is about', async () => {
    for (const part of (await tokenOf()).split('.'))
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(nss);
  });
});

test('a list of very many movements has each once, in tokens of limited size', async () => {
  const day = (index: number) => new Date(Date.UTC(2026, 0, 1 - index)).toISOString().slice(0, 10);
  // Three hundred registrations, the most recent first, each with its end.
  const records = Array.from({ length: 300 }, (_, index) => ({
    fecha_alta: day(2 * index + 1),
    fecha_baja: day(2 * index),
    situacion: '51',
    tipo_contrato: '300',
  }));
  const documents = records.flatMap(({ fecha_alta, fecha_baja }) => [
    { movement: 'BAJA', fecha_real: fecha_baja, fecha_comunicacion: fecha_baja },
    { movement: 'ALTA', fecha_real: fecha_alta, fecha_comunicacion: '' },
  ]);
  const { ports } = portsTo('tgss', {
    [taDocuments.name]: () => documents,
    [situations.name]: ({ offset }: SituationsInput) => ({
      records: records.slice(offset, offset + 1),
      more: true,
    }),
  });
  const answers: Record<string, string>[] = [];
  for (let token: unknown, calls = 0; calls === 0 || token; calls++) {
    const { continuation } = await portsFor(listTaDocuments);
    const request = { ...ofManySituations, ...(token ? { continueToken: token } : {}) };
    const reply = await listTaDocuments.run(
      parsed(listTaDocuments, request) as never,
      {
        ...(ports as object),
        continuation,
      } as never,
    );
    answers.push(...reply.data!);
    token = reply.envelope?.continueToken;
    expect(calls).toBeLessThan(20);
  }
  const keyOf = ({ movement, movType = movement, fecha_real, fecha_comunicacion }: Record<string, string>) =>
    [movType, fecha_real, fecha_comunicacion].join();
  expect(answers.map(keyOf).toSorted()).toEqual(documents.map(keyOf).toSorted());
  const detailed = answers.filter(({ tipo_contrato }) => tipo_contrato !== '');
  expect(detailed.map(keyOf).toSorted()).toEqual(documents.slice(0, 40).map(keyOf).toSorted());
});
