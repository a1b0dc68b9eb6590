import { ulid } from 'ulid';
import { beforeEach, describe, expect, test } from 'vitest';
import { xmlUpload } from '../../functions/gateway/sepe/xml-file.ts';
import { stores } from '../../functions/stores.ts';
import { authorityPort, type PortOptions } from '../../shared/authorities/authority-port.ts';
import { authorityDown } from '../../shared/kernel/authority-errors.ts';
import type { FilingEntry } from '../../shared/kernel/reply.ts';
import { CONTRACT_ID, contractMaker, contractRecord } from '../support/contracts.ts';
import { type Answered, idOf } from '../support/gateway.ts';
import { runSchedule } from '../support/iam/due.ts';
import { type Faults, type Filings, failingServices } from '../support/servers/failing-services.ts';
import { ownService } from '../support/setup/own-service.ts';
import { onlyDue } from '../support/stores/schedule.ts';

/** The record of a file of contracts: it has a result for each contract, whatever fails while the results are stored. */

type Fields = Record<string, unknown>;

/** `hide`: positions in the file, from 0, whose results are not reported yet, while the application is down. */
let faults: Faults & { hide?: number[] } = {};
/** Exchanges of look-ups, by name. */
const asked: string[] = [];

const openAuthority = (options: PortOptions) => {
  const port = authorityPort(options);
  return {
    ...port,
    read: (async (exchange, input) => {
      if (options.bypassesBreaker) asked.push(exchange.name);
      const isResult = exchange.name === 'Contrat@ servicioConsulta';
      if (faults.hide && !isResult) throw authorityDown('sepe', 60);
      const answer = await port.read(exchange, input);
      if (!faults.hide || !isResult) return answer;
      const { results = [] } = answer as { results?: unknown[] };
      return { results: results.filter((_, place) => !faults.hide!.includes(place)) };
    }) as typeof port.read,
  };
};

const {
  service,
  authorities,
  sepe: gateway,
} = await ownService({ ...failingServices(() => faults), openAuthority });
let nextContract: () => Fields;
/** A number in each document, so that the files of two tests differ. */
let tests = 0;
beforeEach(async () => {
  faults = {};
  asked.length = 0;
  await authorities.reset();
  nextContract = contractMaker(service.demo);
  tests += 1;
});

/** Sends a file of these contracts. */
const sendFile = (contracts: Fields[], headers: Record<string, string> = {}): Promise<Answered> => {
  const records = contracts.map((contract, place) => contractRecord(contract, `T${tests}N${place}`)).join('');
  const bytes = Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><CONTRATOS>${records}</CONTRATOS>`,
    'latin1',
  );
  return gateway.with(headers).post('/sepe/contrata/xml', { file: xmlUpload(bytes) });
};
/** The header of a file that has a contract again which was just accepted: SEPE is to refuse that one. */
const repeating = (first: Answered) => ({ Repeats: idOf(first) });
const record = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;
const sent = () => authorities.submissions('sepe.contrato');
const fails = async () => {
  throw new Error('gone');
};

/** Runs the schedule for this filing only, some minutes from now. */
const runAt = async (minutes: number, id: string, replaced: Partial<Filings> = {}) => {
  const before = faults;
  faults = {
    ...before,
    now: minutes * 60_000,
    stores: { ...replaced, ...onlyDue(id) },
  };
  await runSchedule(service.services);
  faults = before;
};

const accepted = (number: number) => ({
  number,
  state: 'accepted',
  kind: 'CONTRATO_100',
  reference: expect.stringMatching(CONTRACT_ID),
  messages: [],
});
const refused = (number: number) => ({
  number,
  state: 'refused',
  kind: 'CONTRATO_100',
  reference: null,
  messages: [expect.stringMatching(/^CCT4003/)],
});
const unknown = (number: number) => ({
  number,
  state: 'unknown',
  kind: 'CONTRATO_100',
  reference: null,
  messages: [expect.stringMatching(/verifique/)],
});

describe('a file of contracts', () => {
  test('the file is accepted if any of its contracts is accepted', async () => {
    const [one, two] = [nextContract(), nextContract()];
    const first = await sendFile([one, nextContract()]);
    const answered = await sendFile([one, two], repeating(first));
    expect(answered).toMatchObject({ status: 200, body: { success: false } });
    expect(await record(idOf(answered))).toMatchObject({
      state: 'accepted',
      entries: [refused(1), accepted(2)],
    });
  });

  test('the file is refused if all of its contracts are refused', async () => {
    const both = [nextContract(), nextContract()];
    const first = await sendFile(both);
    const answered = await sendFile(both, repeating(first));
    expect(answered.status).toBe(422);
    expect(await record(idOf(answered))).toMatchObject({
      state: 'refused',
      entries: [refused(1), refused(2)],
    });
  });

  test('the file is unknown if any of its contracts is, and what is known of others is neither lost nor asked again', async () => {
    const contracts = [nextContract(), nextContract(), nextContract()];
    faults = { hide: [1, 2] };
    const answered = await sendFile(contracts);
    expect(answered).toMatchObject({
      status: 200,
      body: {
        success: false,
        data: { contracts: [{ result: 'ACEPTADO' }, { result: 'DESCONOCIDO' }, { result: 'DESCONOCIDO' }] },
      },
    });
    const id = idOf(answered);
    expect(await record(id)).toMatchObject({
      state: 'unknown',
      entries: [accepted(1), unknown(2), unknown(3)],
    });

    // SEPE reports no result.
    faults = { hide: [0, 1, 2] };
    await runAt(2, id);
    expect(await record(id)).toMatchObject({
      state: 'unknown',
      looks: 1,
      entries: [accepted(1), unknown(2), unknown(3)],
    });
    // SEPE reports one more result. Repeating the request still returns the first answer.
    faults = { hide: [0, 2] };
    const again = await sendFile(contracts);
    expect({ status: again.status, id: idOf(again) }).toEqual({ status: 200, id });
    expect(again.body).toMatchObject({
      success: false,
      data: { contracts: [{ result: 'ACEPTADO' }, { result: 'ACEPTADO' }, { result: 'DESCONOCIDO' }] },
    });
    expect(await record(id)).toMatchObject({
      state: 'unknown',
      entries: [accepted(1), accepted(2), unknown(3)],
    });
    // SEPE reports the last one, too. Its application is asked for none.
    faults = {};
    asked.length = 0;
    await runAt(30, id);
    expect(asked).toEqual(['Contrat@ servicioConsulta']);
    expect(await record(id)).toMatchObject({
      state: 'accepted',
      entries: [accepted(1), accepted(2), accepted(3)],
    });
    expect(await sent()).toBe(1);
  });

  test('the file is unknown if no contract is known to be accepted, and the refused ones are stored', async () => {
    const one = nextContract();
    const first = await sendFile([one, nextContract()]);
    faults = { hide: [1] };
    const answered = await sendFile([one, nextContract()], repeating(first));
    expect(answered.status).toBe(502);
    const id = idOf(answered);
    expect(await record(id)).toMatchObject({ state: 'unknown', entries: [refused(1), unknown(2)] });
    faults = {};
    await runAt(2, id);
    expect(await record(id)).toMatchObject({ state: 'accepted', entries: [refused(1), accepted(2)] });
  });
});

test('two look-ups at once lose nothing of each other, though one knows less', async () => {
  const id = ulid();
  const entry = (number: number, state: FilingEntry['state']) => ({
    number,
    state,
    kind: 'CONTRATO_100',
    messages: [],
  });
  await stores.filings.putEntries(id, [entry(1, 'accepted'), entry(2, 'unknown')]);
  await stores.filings.putEntries(id, [entry(1, 'unknown'), entry(2, 'refused'), entry(3, 'unknown')]);
  const entries = await stores.filings.listEntries(id);
  expect(entries.map(({ state }) => state)).toEqual(['accepted', 'refused', 'unknown']);
});

describe('the results of a file whose function ended before it wrote all of them', () => {
  /** Only the first batch of entries is written, and then writing fails. */
  const endsEarly: Partial<Filings> = {
    putEntries: async (id, entries) => {
      await stores.filings.putEntries(id, entries.slice(0, 1));
      await fails();
    },
    endFiling: fails,
  };

  test('the results are completed from the shipment, and nothing is sent again', async () => {
    const [one, two] = [nextContract(), nextContract()];
    const first = await sendFile([one, nextContract()]);
    faults.stores = endsEarly;
    const id = idOf(await sendFile([one, two], repeating(first)));
    expect(await record(id)).toMatchObject({ state: 'committing', entries: [refused(1)] });
    faults = {};
    const before = await sent();
    await runAt(2, id);
    expect(await record(id)).toMatchObject({ state: 'accepted', entries: [refused(1), accepted(2)] });
    expect(asked).toEqual(['Contrat@ servicioConsulta']);
    expect(await sent()).toBe(before);
  });

  test('the results are completed one look-up after another, each of which writes only what is missing', async () => {
    const contracts = [nextContract(), nextContract(), nextContract()];
    faults.stores = endsEarly;
    const id = idOf(await sendFile(contracts));
    const written: number[][] = [];
    faults.stores = {
      putEntries: async (_, entries) => {
        written.push(entries.map(({ number }) => number));
        await stores.filings.putEntries(id, entries.slice(0, 1));
        if (entries.length > 1) await fails();
      },
    };
    for (const minutes of [2, 12]) await runAt(minutes, id, faults.stores);
    expect(written).toEqual([[2, 3], [3]]);
    expect(await record(id)).toMatchObject({
      state: 'accepted',
      entries: [accepted(1), accepted(2), accepted(3)],
    });
  });

  test('the results are recorded as unknown before the file is sent', async () => {
    faults.stores = endsEarly;
    const id = idOf(await sendFile([nextContract(), nextContract()]));
    faults = { hide: [1] };
    await runAt(2, id, { putEntries: fails });
    expect(await record(id)).toMatchObject({ state: 'unknown' });
    faults = {};
    await runAt(12, id);
    expect(await record(id)).toMatchObject({ state: 'accepted', entries: [accepted(1), accepted(2)] });
  });

  test('the results are not asked for if those of all contracts were written', async () => {
    faults.stores = { endFiling: fails };
    const id = idOf(await sendFile([nextContract(), nextContract()]));
    expect(await record(id)).toMatchObject({ state: 'committing', entries: [accepted(1), accepted(2)] });
    faults = {};
    await runAt(2, id);
    expect(await record(id)).toMatchObject({ state: 'accepted', entries: [accepted(1), accepted(2)] });
    expect(asked).toEqual([]);
  });

  test('the results are completed also if all contracts were refused', async () => {
    const both = [nextContract(), nextContract()];
    const first = await sendFile(both);
    faults.stores = endsEarly;
    const id = idOf(await sendFile(both, repeating(first)));
    faults = {};
    await runAt(2, id);
    expect(await record(id)).toMatchObject({ state: 'refused', entries: [refused(1), refused(2)] });
  });

  test('the results are completed also for a thousand contracts', async () => {
    const contract = nextContract();
    const contracts = Array.from({ length: 1000 }, () => contract);
    faults.stores = endsEarly;
    const first = await sendFile(contracts);
    const id = idOf(first);
    expect(await record(id)).toMatchObject({ state: 'committing', entries: [accepted(1)] });
    faults = {};
    await runAt(2, id);
    const { state, entries } = await record(id);
    expect(state).toBe('accepted');
    expect(entries).toHaveLength(1000);
    expect(entries.slice(0, 3)).toMatchObject([accepted(1), refused(2), refused(3)]);
    expect(entries.at(-1)).toMatchObject(refused(1000));
    expect(await sent()).toBe(1);

    // If a thousand are refused, the record cannot hold all messages, because it would be too large.
    const again = idOf(await sendFile(contracts, repeating(first)));
    const { messages, ...all } = await record(again);
    expect(all).toMatchObject({ state: 'refused' });
    expect(all.entries).toHaveLength(1000);
    expect(messages).toHaveLength(20);
  });
});
