import { describe, expect, test } from 'vitest';
import { notDueNow, withDue, withFaults } from '../../../functions/capabilities/batches/rows/due-rows.ts';
import type { BatchRow, SentRow } from '../../../functions/capabilities/batches/rows/row.ts';
import { allSubmissions, submissionNamed } from '../../../functions/capabilities/batches/rows/submissions.ts';
import type { Batch } from '../../../functions/capabilities/batches/store/batch.ts';
import { lazyGroups as groups } from '../../../functions/groups.ts';
import type { DemoData } from '../../../local/demo.ts';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { actsOf, detailsOf } from '../../../shared/serving/filing/content.ts';
import { NOW } from '../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../support/stores/scripted-services.ts';

/** Which rows may fulfil an obligation: nothing is filed twice, and nothing for one worker with the data of another. */

const OBLIGATION = 'a'.repeat(32);
const open = {
  id: OBLIGATION,
  rule: 'contrato',
  state: 'open',
  by: { document: '12345678Z', tramite: 't-alta' },
  accountId: 'a1',
  companyId: 7,
  subject: { kind: 'worker', mac: 'm1' },
};

/** Services in which other batches and filings are as given. */
const servicesWith = ({
  obligation = open,
  later = obligation,
  held = 'b1',
  other,
  filings = [],
  acts = {},
  facts = [],
}: {
  obligation?: object;
  /** The obligation when it is read once more. */
  later?: object;
  /** The batch that has the obligation. */
  held?: string;
  other?: object;
  filings?: { id: string; state: string; [member: string]: unknown }[];
  /** The rows of acts, by name. */
  acts?: Record<string, object>;
  facts?: object[];
}) => {
  const { services } = scriptedServices(NOW, {
    getAct: (name: string) => acts[name] ?? { open: [] },
    getFiling: (id: string) => filings.find((one) => one.id === id),
  });
  const obligations = [obligation];
  services.loadGroups = async () => groups;
  Object.assign(services.stores, {
    obligations: { getObligations: async () => [obligations.shift() ?? later], factsOf: async () => facts },
    batches: {
      lockDue: async () => ({ filingId: held, at: NOW.toISOString() }),
      getBatch: async () => other,
    },
  });
  return services;
};

const all = await allSubmissions(groups);
const listed = submissionNamed(all, 'notifyContract')!;

describe('a row of a batch that is sent', () => {
  const faultOf = async (
    row: Partial<SentRow>,
    given: Parameters<typeof servicesWith>[0] = {},
    clientId?: number,
  ) => {
    const sent = { row: 1, obligation: OBLIGATION, operation: 'notifyContract', body: {}, ...row };
    const caller = { accountId: 'a1', ...(clientId !== undefined && { clientId }) };
    const [checked] = await withFaults(servicesWith(given), [sent], { caller, batchId: 'b1' });
    return checked!.dueFault;
  };

  test('the row may name its operation by method and address', async () => {
    expect(await faultOf({})).toBeUndefined();
    expect(await faultOf({ operation: listed.name })).toBeUndefined();
    expect(await faultOf({ operation: 'createBasicCopy' })).toBe(
      'Esta obligación se cumple con notifyContract.',
    );
  });

  test('the row is wrong if it names another worker, because the other data would be those of the first', async () => {
    expect(await faultOf({ body: { dni: ' 12345678-z' } })).toBeUndefined();
    expect(await faultOf({ body: { dni: '87654321X' } })).toBe(
      'Esta obligación es de otro trabajador (12345678Z).',
    );
  });

  test('the row of a company certificate is about one worker, too, whom its block names', async () => {
    const obligation = { ...open, rule: 'certificado-empresa' };
    const rowFor = (document: string) =>
      faultOf(
        { operation: 'fileCompanyCertificate', body: { Datos_Trabajador: { DNI_NIE: document } } },
        { obligation },
      );
    expect(await rowFor('12345678-z')).toBeUndefined();
    expect(await rowFor('87654321X')).toBe('Esta obligación es de otro trabajador (12345678Z).');
  });

  test('a row of a client company is refused without the name of the batch of its office', async () => {
    const given = { held: 'b2', other: { name: 'Altas de Bar Luna', state: 'filing', clientId: 0 } };
    expect(await faultOf({}, given)).toBe('Ya está en el lote «Altas de Bar Luna», sin terminar (b2).');
    expect(await faultOf({}, given, 7)).toBe('Ya está en otro lote, sin terminar (b2).');
    const own = { ...given, other: { ...given.other, clientId: 7 } };
    expect(await faultOf({}, own, 7)).toBe('Ya está en el lote «Altas de Bar Luna», sin terminar (b2).');
  });
});

describe('a row that is about to be filed', () => {
  const batch = { id: 'b1', accountId: 'a1', clientId: 0 } as Batch;
  const row = { number: 1, asked: { obligation: OBLIGATION } } as BatchRow;
  const input = newContract(seed, { company: seed.demo.company } as unknown as DemoData);
  const acting = {
    operation: listed.operation,
    input,
    caller: { accountId: 'a1' },
    now: NOW,
  } as unknown as Parameters<typeof notDueNow>[1]['acting'];
  const [act] = actsOf(acting);
  /** The row of the same act: open, or accepted last. */
  const openIn = (filing: string) => ({
    [act!.name]: { open: [{ filing, sets: act!.sets, of: 'account' }] },
  });
  const lastIn = (filing: string, sets = act!.sets) => ({
    [act!.name]: { open: [], last: { filing, sets } },
  });
  const why = (given: Parameters<typeof servicesWith>[0], dry = false) =>
    notDueNow(servicesWith(given), { batch, row, acting: { ...acting, dry } });

  test('the row is not filed while the same act is under way with other details, which may be accepted first', async () => {
    for (const state of ['queued', 'claimed', 'committing', 'unknown']) {
      const at = NOW.toISOString();
      const filings = [{ id: 't1', state, details: 'others', claimedAt: at, committingAt: at }];
      expect(await why({ filings, acts: openIn('t1') }), state).toBe(
        'Lo mismo ya se envió, y aún no consta su resultado: trámite t1.',
      );
      expect(await why({ filings, acts: openIn('t1') }, true), state).toBeUndefined();
    }
    const refused = [{ id: 't1', state: 'ended' }];
    expect(await why({ filings: refused, acts: openIn('t1') })).toBeUndefined();
    // The row waits for one of unknown outcome with its very content, as any request does.
    const same = [{ id: 't1', state: 'unknown', details: detailsOf(acting) }];
    expect(await why({ filings: same, acts: openIn('t1') })).toBeUndefined();
  });

  test('the row is not filed after the same act was accepted, unless that was taken back', async () => {
    const filings = [{ id: 't1', state: 'accepted' }];
    const acts = lastIn('t1');
    expect(await why({ filings, acts })).toBe('Ya está hecho: trámite t1.');
    expect(await why({ filings, acts }, true)).toBe('Ya está hecho: trámite t1.');
    expect(await why({ filings, acts, facts: [{ tramite: 't1' }] })).toBeUndefined();
    expect(await why({ filings, acts: lastIn('t1', 'removed') })).toBeUndefined();
  });

  test('the row is not filed if its obligation was closed while it was checked', async () => {
    const filings = [{ id: 't1', state: 'accepted' }];
    const acts = lastIn('t1');
    const later = { ...open, state: 'closed', closedBy: { tramite: 't1' } };
    expect(await why({ filings, acts, facts: [{ tramite: 't1' }], later })).toBe(
      'Ya está hecho: trámite t1.',
    );
  });

  test('the row goes on if the accepted filing is its own, from a function that ended before it noted that', async () => {
    const own = { id: 't1', state: 'accepted', batch: { id: 'b1', row: 1 } };
    expect(await why({ filings: [own], acts: lastIn('t1') })).toBeUndefined();
    const closed = { ...open, state: 'closed', closedBy: { tramite: 't1' } };
    expect(await why({ obligation: closed, filings: [own] })).toBeUndefined();
    const ofOther = { ...own, batch: { id: 'b1', row: 2 } };
    expect(await why({ obligation: closed, filings: [ofOther] })).toBe('Ya está hecho: trámite t1.');
  });
});

test('a row that fulfils the obligation of a sick leave gets its worker, account and first day', async () => {
  const by = {
    kind: 'sickLeave',
    document: '12345678Z',
    nss: '280000000097',
    start: '2026-11-24',
    account: '011128000000097',
  };
  const services = servicesWith({ obligation: { ...open, rule: 'it', by } });
  const sent = { row: 1, obligation: OBLIGATION, body: { puesto: 'Auxiliar' } };
  expect(await withDue(services, [sent], { caller: { accountId: 'a1' }, batchId: 'b1' })).toEqual([
    {
      ...sent,
      operation: 'fileSickLeaveData',
      body: {
        regimen: '0111',
        ccc: '28000000097',
        dni: by.document,
        nss: by.nss,
        fecha_baja: by.start,
        puesto: 'Auxiliar',
      },
    },
  ]);
});

test('a row that fulfils the obligation of a company certificate gets company, worker and day in its blocks, besides what it has, and no months of contributions', async () => {
  const by = {
    kind: 'baja',
    document: '12345678Z',
    nss: '280000000097',
    date: '2026-11-30',
    account: '011128000000097',
    cif: 'B12345674',
  };
  const services = servicesWith({ obligation: { ...open, rule: 'certificado-empresa', by } });
  const body = {
    Datos_Representante: { Nombre: 'LUIS' },
    Datos_Trabajador: { Nombre: 'ANA', FechaSuspensionExtincion: '2026-12-01' },
  };
  const sent = { row: 1, obligation: OBLIGATION, body };
  expect(await withDue(services, [sent], { caller: { accountId: 'a1' }, batchId: 'b1' })).toEqual([
    {
      ...sent,
      operation: 'fileCompanyCertificate',
      body: {
        Datos_Empresa: { CIF_NIF: by.cif, CCC: by.account },
        Datos_Representante: { Nombre: 'LUIS' },
        Datos_Trabajador: {
          DNI_NIE: by.document,
          NumSS: by.nss,
          Nombre: 'ANA',
          FechaSuspensionExtincion: '2026-12-01',
        },
      },
    },
  ]);
});
