import { expect, test } from 'vitest';
import { cellsOf } from '../../functions/capabilities/batches/sheets/columns.ts';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { aboutOf } from '../../shared/operation/about.ts';
import type { Submission } from '../../shared/operation/operation.ts';
import { randomOf } from '../faults/random.ts';
import { aProfile, newAccount, newCompany } from '../support/accounts.ts';
import { newUser } from '../support/callers/users.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { type Answered, type Gateway, idOf } from '../support/gateway.ts';
import { withOther } from '../support/other-values.ts';
import { makeEarlier, requestOf, requestsOf } from '../support/requests.ts';
import { type Faults, replaced, withoutLookUps } from '../support/servers/failing-services.ts';
import { batchesWith, csvOf, passMinutes, startBatches } from '../support/sheets/batches.ts';
import { operationsAtAuthorities, submissions } from '../support/stand-in/counted.ts';

/**
 * An act is filed once, whatever became of the first request and by whatever channel the second one comes: trials from a table of
 * all submissions, states of the first request, and channels of the second one. Each has an account of its own.
 */

/** The number of trials. For 400, which take minutes, set `REPEATS_TRIALS=400`. */
const TRIALS = Number(process.env.REPEATS_TRIALS ?? 60);
const SEED = Number(process.env.REPEATS_SEED ?? 81);
/** Far above what a slow machine needs for them. */
const LIMIT_MS = 600_000 + TRIALS * 10_000;

type Fields = Record<string, unknown>;
const LOST = { 'X-Sandbox-Scenario': 'lost-answer' };

let faults: Faults = {};
/** Whether authorities do not answer look-ups, so that what was lost stays unknown. */
let isLost = false;
const { service, authorities, queues } = await startBatches({
  stores: { ...stores, filings: replaced(stores.filings, () => faults.stores ?? {}) },
  openAuthority: withoutLookUps(() => isLost),
});
const requests = requestsOf(service.demo);

/** Those that act on the contract of the seed can be undone by its number. */
const CONTRACT = seed.demo.convertibleContract.sepeId;
const other =
  (name: string, path: string, value: unknown): Undoing =>
  (request) => [name, withOther(request, path.split('.'), value) as Fields];
const removing =
  (path: string): Undoing =>
  ({ regimen, ccc, dni, nss, fecha_real }) => [`DELETE ${path}`, { regimen, ccc, dni, nss, fecha_real }];
const withdrawing =
  (option: 1 | 2): Undoing =>
  (_, { body }) => ['DELETE /sepe/contrata', { sepeId: body.data.id ?? CONTRACT, option }];

/** A request that undoes or overwrites an accepted one. */
type Undoing = (request: Fields, first: Answered) => [name: string, request: Fields];

/** What undoes each submission at the stand-ins; others cannot be undone there. */
const UNDOING: Record<string, Undoing> = {
  'POST /seg-social/alta': removing('/seg-social/alta'),
  'POST /seg-social/baja': removing('/seg-social/baja'),
  'POST /seg-social/despido': removing('/seg-social/baja'),
  'DELETE /seg-social/baja': () => requests['DELETE /seg-social/baja']!.after![0]!,
  'PUT /seg-social/occupation': other('PUT /seg-social/occupation', 'ocupacion', 'b'),
  'PUT /seg-social/contribution-group': other('PUT /seg-social/contribution-group', 'grupo_cotizacion', '05'),
  'PUT /seg-social/category-professional': other(
    'PUT /seg-social/category-professional',
    'category_professional',
    '0000303',
  ),
  'PUT /seg-social/cno': other('PUT /seg-social/cno', 'cno', '4112'),
  'PUT /seg-social/contract-coeficiente': other('PUT /seg-social/contract-coeficiente', 'coeficiente', '600'),
  'PUT /seg-social/datos-bancarios': other('PUT /seg-social/datos-bancarios', 'cuenta.titular', 'OTRA SL'),
  'POST /seg-social/pract-no-remun': other('POST /seg-social/pract-no-remun', 'dia_efectivo', 3),
  'POST /seg-social/etts/cesion': () => {
    const { request } = requests['DELETE /seg-social/etts/cesion']!;
    return ['DELETE /seg-social/etts/cesion', request];
  },
  'DELETE /seg-social/etts/cesion': () => requests['DELETE /seg-social/etts/cesion']!.after![0]!,
  'PUT /seg-social/etts/cesion': other('PUT /seg-social/etts/cesion', 'endDate', '2030-12-30'),
  'POST /sepe/contrata': withdrawing(1),
  'POST /sepe/contrata/xml': withdrawing(1),
  'POST /sepe/transformation': withdrawing(2),
  'POST /seg-social/transformation': withdrawing(2),
  'POST /sepe/certifica': other('POST /sepe/certifica', 'Datos_Trabajador.CodProfesion', '4411'),
};

interface Trial {
  name: string;
  request: Fields;
  gateway: Gateway;
  colleague: Gateway;
  holder: Gateway;
  accountId: string;
  baseUrl: string;
  key: string;
}

const send = (who: Gateway, name: string, json: Fields, headers: Record<string, string> = {}) => {
  const [method, path] = name.split(' ') as [string, string];
  return who.with(headers).call(method, path, { json });
};
const firstOf = ({ gateway, name, request, key }: Trial, headers: Record<string, string> = {}) =>
  send(gateway, name, request, { 'Idempotency-Key': key, ...headers });
const seen = ({ status, body, headers }: Answered) =>
  `${status} ${headers.get('x-repeated') ?? ''} ${body.message}`;
const must = (answered: Answered, ...statuses: number[]): Answered => {
  if (!statuses.includes(answered.status)) throw new Error(seen(answered));
  return answered;
};

/** What became of the first request when the second one comes. */
interface State {
  /** Acts. Returns headers of the second request, and what is left to be done after it. */
  make(
    trial: Trial,
  ): Promise<{ headers?: Record<string, string>; after?: () => Promise<unknown>; first?: string }>;
  /** Whether the second request is to be sent, too. */
  isSentAgain: boolean;
  needsUndoing?: true;
  isFor?(operation: Submission, name: string): boolean;
}
/** Sends it as a new client company. */
const ofCompany = async (
  { gateway, name, request }: Trial,
  profile: object,
  headers: Record<string, string> = {},
): Promise<Answered> => {
  const { id, gateway: company } = await newCompany(gateway, { profile });
  const secret = await storeNewCertificate(company, { person: seed.demo.holder }, { clientId: id });
  return send(company.acting(secret), name, request, headers);
};
const isRow = (operation: Submission, name: string) => !name.endsWith('/xml') && !operation.perHolder;
const LOSING = async <T>(act: () => Promise<T>): Promise<T> => {
  isLost = true;
  return act();
};
const lose = (trial: Trial) => LOSING(() => firstOf(trial, LOST));
const undo = async (trial: Trial, first: Answered, headers: Record<string, string> = {}) => {
  const [name, request] = UNDOING[trial.name]!(trial.request, first);
  return send(trial.gateway, name, request, headers);
};

const STATES: Record<string, State> = {
  accepted: {
    make: async (trial) => ({ first: idOf(must(await firstOf(trial), 200)) }),
    isSentAgain: false,
  },
  'found after a lost answer': {
    make: async (trial) => ({ first: idOf(must(await firstOf(trial, LOST), 200, 502)) }),
    isSentAgain: false,
  },
  'under way': {
    make: async (trial) => {
      const claimed = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      faults.stores = {
        claimFiling: async (filing, claiming) => {
          faults.stores = {};
          const claim = await stores.filings.claimFiling(filing, claiming);
          claimed.resolve();
          await goOn.promise;
          return claim;
        },
      };
      const first = firstOf(trial);
      await Promise.race([claimed.promise, first]);
      return {
        after: () => {
          goOn.resolve();
          return first;
        },
      };
    },
    isSentAgain: false,
  },
  queued: {
    make: async (trial) => ({ first: idOf(must(await firstOf(trial, { Prefer: 'respond-async' }), 202)) }),
    isSentAgain: false,
  },
  unknown: {
    make: async (trial) => ({ first: idOf(must(await lose(trial), 502)) }),
    isSentAgain: false,
  },
  'unknown until the second one looks it up': {
    make: async (trial) => {
      const lost = must(await lose(trial), 502);
      isLost = false;
      return { first: idOf(lost) };
    },
    isSentAgain: false,
  },
  'declared filed': {
    make: async (trial) => {
      const lost = must(await lose(trial), 502);
      must(
        await trial.gateway.post(`/tramites/${idOf(lost)}/resolve`, { filed: true, note: 'Consta.' }),
        200,
      );
      return { first: idOf(lost) };
    },
    isSentAgain: false,
  },
  'declared not filed': {
    make: async (trial) => {
      const lost = must(await lose(trial), 502);
      must(await trial.gateway.post(`/tramites/${idOf(lost)}/resolve`, { filed: false, note: 'No.' }), 200);
      return { first: idOf(lost) };
    },
    isSentAgain: true,
  },
  undone: {
    make: async (trial) => {
      const first = must(await firstOf(trial), 200);
      must(await undo(trial, first), 200);
      return { first: idOf(first) };
    },
    isSentAgain: true,
    needsUndoing: true,
  },
  'perhaps undone': {
    make: async (trial) => {
      const first = must(await firstOf(trial), 200);
      must(await LOSING(() => undo(trial, first, LOST)), 502);
      return { first: idOf(first) };
    },
    isSentAgain: false,
    needsUndoing: true,
  },
  'accepted in a batch': {
    make: async (trial) => {
      const { settle, filed } = batchOf(trial);
      const create = (json: object, key: string) =>
        trial.gateway.with({ 'Idempotency-Key': key }).post('/batches', json);
      const row = { operation: trial.name, body: trial.request };
      // A batch with the same content would be the same batch.
      const { batch } = must(await create({ name: 'Primero', rows: [row] }, crypto.randomUUID()), 200).body
        .data;
      await settle(batch.id);
      const { rows } = await filed(batch.id);
      if (rows[0].state !== 'filed') throw new Error(JSON.stringify(rows));
      return { first: rows[0].filings[0] };
    },
    isSentAgain: false,
    isFor: isRow,
  },
  'accepted without its document': {
    make: async (trial) => ({
      first: idOf(await firstOf(trial, { 'X-Sandbox-Scenario': 'no-duplicate-no-ta' })),
    }),
    isSentAgain: false,
  },
  'accepted, and its end is not recorded': {
    make: async (trial) => {
      faults.stores = {
        endFiling: async () => {
          throw new Error('throttled');
        },
      };
      const first = idOf(must(await firstOf(trial), 200));
      faults = {};
      isLost = true;
      return { first };
    },
    isSentAgain: false,
  },
  'accepted eleven minutes ago': {
    make: async (trial) => {
      const first = idOf(must(await firstOf(trial), 200));
      passMinutes(11);
      return { first };
    },
    isSentAgain: true,
  },
  'accepted for a client company': {
    make: async (trial) => ({ first: idOf(must(await ofCompany(trial, aProfile()), 200)) }),
    isSentAgain: false,
    isFor: (operation) => !operation.perHolder,
  },
  'unknown for a client company': {
    make: async (trial) => ({
      first: idOf(must(await LOSING(() => ofCompany(trial, aProfile(), LOST)), 502)),
    }),
    isSentAgain: false,
    isFor: (operation) => !operation.perHolder,
  },
  named: {
    make: async (trial) => {
      const first = idOf(must(await firstOf(trial), 200));
      return { first, headers: { Repeats: first } };
    },
    isSentAgain: true,
  },
};

/** By which channel the second request comes. */
interface Channel {
  /** Made before the first request: a dry run, or a batch that is tried. */
  before?(trial: Trial): Promise<unknown>;
  /** Returns all answers, as text. */
  send(trial: Trial, headers: Record<string, string>, prepared: never): Promise<Seen[]>;
  isFor?(operation: Submission, name: string): boolean;
  /** Cannot name what it repeats. */
  namesNothing?: true;
  /** It is the first request again, which is answered as that. */
  isRetry?: true;
  /** Acts before the first, as the office's client company. */
  isOfOther?: true;
}
/** An answer: what was said, and whether it was that the act is filed. */
interface Seen {
  text: string;
  isSuccess: boolean;
  /** The gateway stopped it, so that the authority was not asked. */
  isStopped: boolean;
}
const asSeen = (answered: Answered): Seen => ({
  text: seen(answered),
  isSuccess: answered.status === 200 && answered.body.success !== false,
  isStopped:
    answered.status === 409 ||
    answered.headers.has('x-repeated') ||
    answered.headers.has('idempotency-replayed'),
});

/** The request as another program writes it. */
const inOtherWriting = (request: Fields): Fields => {
  const entries = Object.entries(request).toReversed();
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name === 'duplicate' || name === 'obtener_idc') return [name, 0];
      if (['dni', 'cif', 'nif'].includes(name)) return [name, ` ${String(value).toLowerCase()}`];
      return [name, value];
    }),
  );
};
const tryFirst = async ({ gateway, name, request }: Trial) =>
  idOf(must(await send(gateway, name, { ...request, test: 1 }), 200));

const batchOf = (trial: Trial) => batchesWith(queues, trial.gateway);
const triedBatch = async (trial: Trial, sent: object): Promise<string> => {
  const { send: create, settle } = batchOf(trial);
  const { body } = must(await create(sent), 200);
  if (body.data.wrong.length > 0) throw new Error(JSON.stringify(body.data.wrong));
  const { batch } = await settle(body.data.batch.id);
  if (batch.counts.tried !== 1) throw new Error(JSON.stringify(batch.counts));
  return batch.id;
};
const committed = async (trial: Trial, id: string, who: Gateway[]): Promise<Seen[]> => {
  const answers = await Promise.all(
    who.map((person) => person.post(`/batches/${id}/commit`, { rows: 'all', revision: 0 })),
  );
  if (!answers.some(({ status }) => status === 200)) return answers.map(asSeen);
  const { rows } = await batchOf(trial).settle(id);
  return rows.map((row: Fields) => ({
    text: `row ${row.state} ${row.repeated ?? ''} ${JSON.stringify([...(row.mistakes as unknown[]), ...(row.messages as unknown[])])}`,
    isSuccess: row.state === 'filed',
    // A row that began, and was not sent, was refused by what the authority has.
    isStopped: row.state === 'notSent' && !(row.filings as unknown[]).some(Boolean),
  }));
};
const isTried = ({ dryRun }: Submission) => dryRun !== 'not-offered';

const CHANNELS: Record<string, Channel> = {
  'the API, with a new key': {
    send: async ({ gateway, name, request }, headers) => [
      asSeen(await send(gateway, name, request, { 'Idempotency-Key': crypto.randomUUID(), ...headers })),
    ],
  },
  'the API, with the same key': {
    send: async (trial, headers) => [asSeen(await firstOf(trial, headers))],
    isRetry: true,
  },
  'the API, in another writing': {
    send: async ({ gateway, name, request }, headers) => [
      asSeen(await send(gateway, name, inOtherWriting(request), headers)),
    ],
  },
  'the API, twice at once': {
    send: async ({ gateway, colleague, name, request }, headers) =>
      (await Promise.all([gateway, colleague].map((who) => send(who, name, request, headers)))).map(asSeen),
  },
  'another certificate': {
    send: async ({ holder, name, request }, headers) => [asSeen(await send(holder, name, request, headers))],
  },
  'the queue': {
    send: async ({ gateway, name, request }, headers) => {
      const answered = await send(gateway, name, request, { Prefer: 'respond-async', ...headers });
      if (answered.status !== 202) return [asSeen(answered)];
      await queues.makeAll();
      const { data } = (await gateway.get(`/tramites/${idOf(answered)}`)).body;
      return [
        {
          text: `queued ${data.state} ${data.message}`,
          isSuccess: data.state === 'accepted',
          isStopped: false,
        },
      ];
    },
  },
  'a preview token': {
    before: tryFirst,
    send: async ({ gateway, name, request }, headers, dry) => [
      asSeen(await send(gateway, name, request, { 'Preview-Token': dry, ...headers })),
    ],
    isFor: isTried,
  },
  'a preview token of two people at once': {
    before: tryFirst,
    send: async ({ gateway, colleague, name, request }, headers, dry) =>
      (
        await Promise.all(
          [gateway, colleague].map((who) => send(who, name, request, { 'Preview-Token': dry, ...headers })),
        )
      ).map(asSeen),
    isFor: isTried,
  },
  'a batch from a list': {
    before: (trial) => triedBatch(trial, { rows: [{ operation: trial.name, body: trial.request }] }),
    send: (trial, _, id) => committed(trial, id, [trial.gateway]),
    isFor: isRow,
    namesNothing: true,
  },
  'a batch from a sheet': {
    before: (trial) => {
      const cells = { tramite: operationOf(trial.name).id, ...cellsOf(trial.request) };
      return triedBatch(trial, batchOf(trial).file('lote.csv', csvOf([cells])));
    },
    send: (trial, _, id) => committed(trial, id, [trial.gateway]),
    isFor: isRow,
    namesNothing: true,
  },
  'a batch that two people commit at once': {
    before: (trial) => triedBatch(trial, { rows: [{ operation: trial.name, body: trial.request }] }),
    send: (trial, _, id) => committed(trial, id, [trial.gateway, trial.colleague]),
    isFor: isRow,
    namesNothing: true,
  },
  'a batch that is made afterwards': {
    send: async (trial, headers) => {
      const repeats = headers.Repeats;
      const row = { operation: trial.name, body: trial.request, ...(repeats && { repeats }) };
      const created = await batchOf(trial).send({ rows: [row] });
      if (created.status !== 200) return [asSeen(created)];
      const { id } = created.body.data.batch;
      const { batch, rows } = await batchOf(trial).settle(id);
      if (batch.counts.tried !== 1) {
        const text = JSON.stringify(rows);
        return [{ text, isSuccess: false, isStopped: /trámite/.test(JSON.stringify(rows[0].messages)) }];
      }
      return committed(trial, id, [trial.gateway]);
    },
    isFor: isRow,
  },
  'a client company': {
    send: async (trial, headers) => {
      const { regimen, ccc, cif } = aboutOf(operationOf(trial.name), trial.request);
      const account = ccc ? [{ regimen, cuenta: ccc, alias: 'Obra' }] : aProfile().account;
      return [asSeen(await ofCompany(trial, { ...aProfile(), ...(cif && { dni: cif }), account }, headers))];
    },
    // What a file is about is in its records, and what a holder opens is the holder's.
    isFor: (operation, name) => {
      const { ccc, cif } = aboutOf(operation, requestOf(requests, name).request as never);
      return !operation.perHolder && (ccc ?? cif) !== undefined;
    },
    namesNothing: true,
  },
};

const operationOf = (name: string) => operationsAtAuthorities.get(name) as Submission;

/** The number of submissions that one filing is, by operation. */
const UNITS = new Map<string, number>();
const sent = async () =>
  Object.values((await authorities.stats()).submissions).reduce((sum, count) => sum + count, 0);

const begin = async (name: string): Promise<Trial> => {
  faults = {};
  isLost = false;
  await authorities.reset();
  const { baseUrl } = service.demo;
  const { gateway: owner, accountId } = await newAccount(baseUrl);
  const colleague = (await newUser(baseUrl, accountId, 'files')).gateway;
  const secrets = [];
  for (let count = 0; count < 2; count++)
    secrets.push(await storeNewCertificate(owner, { person: seed.demo.holder }));
  const trial = {
    name,
    request: requestOf(requests, name).request,
    gateway: owner.acting(secrets[0]!),
    holder: owner.acting(secrets[1]!),
    colleague: colleague.acting(secrets[0]!),
    accountId,
    baseUrl,
    key: crypto.randomUUID(),
  };
  await makeEarlier(requestOf(requests, name), () => trial.gateway);
  return trial;
};

/** States in which the second request may find the outcome of the first one. */
const LATER = new Set([
  'unknown until the second one looks it up',
  'found after a lost answer',
  // A row whose act is declared filed counts as filed.
  'declared filed',
]);

/** States in which another caller, or another channel, made the first request. */
const ofOthers = new Set([
  'accepted in a batch',
  'accepted for a client company',
  'unknown for a client company',
]);

type Combination = [name: string, state: string, channel: string];

/** Trials in an order of the seed, in turns by operation. */
const trialsOf = (count: number): Combination[] => {
  const random = randomOf(SEED);
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((item) => [random(), item] as const)
      .toSorted(([before], [after]) => before - after)
      .map(([, item]) => item);
  const all = shuffled(submissions).map((name) =>
    shuffled(
      Object.entries(STATES).flatMap(([state, { needsUndoing, isFor: isStateFor }]) =>
        Object.entries(CHANNELS).flatMap(([channel, { isFor, namesNothing, isRetry }]): Combination[] => {
          if (needsUndoing && !UNDOING[name]) return [];
          if (isStateFor && !isStateFor(operationOf(name), name)) return [];
          // The key belongs to whoever made the first request.
          if (isRetry && ofOthers.has(state)) return [];
          if (isFor && !isFor(operationOf(name), name)) return [];
          if (state === 'named' && (namesNothing || isRetry)) return [];
          return [[name, state, channel]];
        }),
      ),
    ),
  );
  const turns: Combination[] = [];
  for (let turn = 0; turns.length < count; turn++) {
    const inTurn = all.flatMap((of) => of.slice(turn, turn + 1));
    if (inTurn.length === 0) break;
    turns.push(...inTurn);
  }
  return turns.slice(0, count);
};

/** Whether the second request is to be sent. */
const isFreedIn = ([name, state, channel]: Combination): boolean => {
  const { isRetry, before } = CHANNELS[channel]!;
  if (state === 'undone' || state === 'accepted eleven minutes ago') {
    // The answer to a key stays, and a dry run could not show what was accepted after it.
    if (isRetry) return false;
    if (state === 'undone') return true;
    return !before && !operationOf(name).perHolder;
  }
  // A removal is sent again while a movement of that day may have been made since.
  if (state === 'perhaps undone') return !isRetry && /^DELETE .seg-social.(alta|baja)/.test(name);
  return STATES[state]!.isSentAgain;
};

/** One trial. @returns what is wrong with it, if anything */
const tried = async (combination: Combination): Promise<string | undefined> => {
  const [name, state, channel] = combination;
  const trial = await begin(name);
  const { make, needsUndoing } = STATES[state]!;
  const { before, send: sendSecond, isRetry } = CHANNELS[channel]!;
  const began = await sent();
  const prepared = await before?.(trial);
  const { headers = {}, after, first } = await make(trial);
  const answers = await sendSecond(trial, headers, prepared as never);
  await after?.();
  isLost = false;
  await queues.makeAll();
  const total = (await sent()) - began;
  const unit = UNITS.get(name)!;
  const undone = needsUndoing ? 1 : 0;
  const isFreed = isFreedIn(combination);
  const expected = unit * (isFreed ? 2 : 1) + undone;
  const texts = answers.map(({ text }) => text).join(' | ');
  const isRefused = answers.some(({ isSuccess, isStopped }) => !isSuccess && !isStopped);
  const faultsOfTrial = [
    ...(total > expected ? [`filed ${total} times, not ${expected}`] : []),
    // What was freed may be refused by the authority before it is sent, since it has it already.
    ...(total < expected && !(isFreed && isRefused && total === expected - unit)
      ? [`filed ${total} times only, not ${expected}`]
      : []),
    ...(isFreed && answers.every(({ isStopped }) => isStopped) ? ['stopped, though it was freed'] : []),
    ...(!isFreed &&
    answers.some(
      ({ isSuccess, isStopped }) => isSuccess && !isStopped && total === unit + undone && !LATER.has(state),
    )
      ? ['answered as if it were filed again']
      : []),
    ...(state === 'perhaps undone' && !isRetry && answers.some(({ isSuccess }) => isSuccess) && !isFreed
      ? ['answered with an old success']
      : []),
    ...(channel === 'a client company' && first !== undefined && texts.includes(first)
      ? ['the company learns of it']
      : []),
    ...(channel !== 'a client company' &&
    !isRetry &&
    !isFreed &&
    state === 'accepted' &&
    !texts.includes(first!)
      ? ['the first one is not named']
      : []),
  ];
  return faultsOfTrial.length > 0 ? `${faultsOfTrial.join('; ')}: ${texts}` : undefined;
};

test(
  `each of ${TRIALS} acts is accepted once, unless it was freed or is repeated on purpose`,
  async () => {
    const wrong: string[] = [];
    for (const name of submissions) {
      const trial = await begin(name);
      const began = await sent();
      const first = await firstOf(trial);
      UNITS.set(name, (await sent()) - began);
      if (first.status !== 200) wrong.push(`${name}: ${seen(first)}`);
    }
    for (const combination of trialsOf(TRIALS)) {
      const [name, state, channel] = combination;
      const fault = await tried(combination).catch((error: Error) => `could not be tried: ${error.message}`);
      if (state === 'accepted eleven minutes ago') passMinutes(-11);
      if (fault) wrong.push(`${name}, ${state}, by ${channel}: ${fault}`);
    }
    expect(wrong.join('\n')).toBe('');
  },
  LIMIT_MS,
);
