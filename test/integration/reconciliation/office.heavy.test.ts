import { beforeAll, expect, test } from 'vitest';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { addDays, madridDay } from '../../../sandbox/calendar.ts';
import { person, persons } from '../../../sandbox/population.ts';
import { aCompany, aProfile } from '../../support/accounts.ts';
import { rowsOf } from '../../support/reconciliation/world.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/** An office (`OFFICE_WORKERS`, 90 by default) whose list differs from the authorities' records as lists of offices do: what is proposed for each. */

const WORKERS = Number(process.env.OFFICE_WORKERS ?? 90);

/** First sequence number of persons who have numbers and are in no account. */
const STRANGERS = 700;

const today = madridDay(new Date());
const { seed, companies } = worldOf(today, { companies: 1, workers: WORKERS });
const [company] = companies;
const { regimen, ccc, cif } = company!.account;
/** Workers of whom TGSS has a registration ahead, and the list does not have them. */
const AHEAD = [company!.workers[20]!, company!.workers[22]!];
for (const worker of AHEAD) {
  worker.since = addDays(today, 10);
  const of = seed.state.tgss.registrations.find((one) => one.nss === worker.person.nss && one.ccc === ccc)!;
  of.alta = { ...of.alta, date: worker.since, effective: worker.since };
}
seed.state.persons.push(...persons(STRANGERS, 180));
const { service, authorities } = await newService({}, { seed });
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);

type Row = ReturnType<typeof rowsOf>[number] & { nombre?: string };

/** How a list differs, for how many workers, and what is proposed. Workers at even positions began years ago. */
const KINDS: [
  title: string,
  count: number,
  change: (row: Row, place: number) => Row | undefined,
  difference: [kind: string, field: string | null, operation: string | null],
][] = [
  [
    'hired with another document',
    5,
    (row, place) => ({ ...row, dni: person(STRANGERS + place).dni }),
    ['document', null, null],
  ],
  [
    'under the number of somebody else',
    3,
    (row, place) => ({ ...row, nss: person(STRANGERS + 80 + place).nss }),
    ['nss', null, null],
  ],
  [
    'under the name of somebody else',
    2,
    (row) => ({ ...row, nombre: 'Zubeldia Zubeldia' }),
    ['name', null, null],
  ],
  ['not in the list, registered years ago', 6, () => undefined, ['notBelieved', null, 'deregisterEmployee']],
  [
    'with another first day',
    3,
    (row) => ({ ...row, fecha_alta: addDays(row.fecha_alta as never, -1) }),
    ['field', 'fecha_alta', null],
  ],
  [
    'who left according to the list',
    3,
    (row) => ({ ...row, fecha_baja: addDays(today, -5) }),
    ['notTerminated', null, 'deregisterEmployee'],
  ],
  [
    'with another group',
    3,
    (row) => ({ ...row, grupo_cotizacion: '05' }),
    ['field', 'grupo_cotizacion', 'updateGroup'],
  ],
];

let customerID: number;
const expected: unknown[] = [];
beforeAll(async () => {
  const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
  const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
  customerID = body.data.id;
  const all: (Row | undefined)[] = rowsOf(company!);
  let place = 24;
  for (const [, count, change, difference] of KINDS)
    for (let made = 0; made < count; made++, place += 2) {
      const row = all[place]!;
      const changed = change(row, place);
      all[place] = changed;
      expected.push([changed?.dni ?? row.dni, ...difference]);
    }
  for (const { person: one } of AHEAD) {
    all[all.findIndex((row) => row?.dni === one.dni)] = undefined;
    expected.push([one.dni, 'notBelieved', null, 'removeRegistration']);
  }
  // One who works since last month and whom TGSS does not have, and two of years ago.
  for (const [made, since] of [addDays(today, -30), '2019-05-06', '2018-05-07'].entries()) {
    const { dni, nss } = person(STRANGERS + 160 + made);
    all.push({ ...all[0]!, dni, nss, fecha_alta: since as never });
    expected.push([dni, 'notRegistered', null, made === 0 ? 'registerEmployee' : null]);
  }
  const rows = all.filter((row) => row !== undefined);
  const saved = await office.call('PUT', `/workforce/${customerID}`, { json: { rows } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
});

interface Shown {
  kind: string;
  dni: string;
  name: string | null;
  field: string | null;
  mends: { operation: string; body: { fecha_real?: string }; lacks: string[] } | null;
}

test('each of 30 differences proposes only what both sides prove', { timeout: 1_800_000 }, async () => {
  const begun = await office.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { id } = begun.body.data.reconciliation;
  let state = 'asking';
  for (let rounds = 0; rounds < 60 && state === 'asking'; rounds++) {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    ({ state } = await driveReconciliation(service.services, one));
  }
  const { reconciliation, differences } = (await office.get(`/reconciliations/${id}`, { perPage: 50 })).body
    .data;
  expect(reconciliation).toMatchObject({ state: 'ended', not_compared: [] });
  const found = (differences as Shown[]).map(({ dni, kind, field, mends }) => [
    dni,
    kind,
    field,
    mends?.operation ?? null,
  ]);
  const sorted = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
  expect(sorted(found)).toEqual(sorted(expected));
  expect(found).toHaveLength(30);
  for (const { kind, name, mends } of differences as Shown[]) {
    if (kind !== 'notRegistered') expect(name).toMatch(/\w+ \w+/);
    // Of who is not in the list, a person has to know the last day.
    if (kind === 'notBelieved' && mends?.operation === 'deregisterEmployee')
      expect(mends.lacks).toContain('fecha_real');
  }
  expect((await authorities.requests()) > 0).toBe(true);
});
