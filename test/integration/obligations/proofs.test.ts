import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** What a reading about one worker proves about obligations. */

let service: Awaited<ReturnType<typeof startService>>;
let changes: Awaited<ReturnType<typeof followChanges>>;
let gateway: Gateway;
let requests: ReturnType<typeof requestsOf>;

beforeAll(async () => {
  service = await startService();
  requests = requestsOf(service.demo);
  changes = await followChanges(service.services, {
    isOwn: () => [service.accountId],
    tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
  });
  gateway = service.caller.acting(
    await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo),
  );
});
afterAll(() => service.close());

const follow = async () => {
  while ((await changes.catchUp()).length > 0);
};
const post = async (path: string, json: object) =>
  expect((await gateway.post(path, json)).body).toMatchObject({ success: true });
/** Files as another program would: the change in the stream is dropped. */
const postElsewhere = async (path: string, json: object) => {
  await post(path, json);
  await changes.read();
};
const ask = async (path: string, query: Record<string, string | number>) => {
  expect((await gateway.get(path, query)).body).toMatchObject({ success: true });
  await follow();
};
/** The obligation of a worker by a rule: its state, and what closed it. */
const stand = async (rule: string, dni: string) => {
  const states = ['late', 'near', 'open', 'closed'];
  const pages = await Promise.all(
    states.map(async (state) => (await gateway.get('/obligations', { worker: dni, state })).body.data.data),
  );
  return pages
    .flat()
    .filter((one: { rule: { id: string } }) => one.rule.id === rule)
    .map(({ state, closedBy }: { state: string; closedBy: { how: string } | null }) =>
      [state, closedBy?.how].join(' ').trim(),
    );
};
/** A worker whose contract is filed here, and begins today. */
const withContract = async ({ nss, dni, identificacion }: (typeof seed.demo.newWorkers)[number]) => {
  const { regimen, ccc } = service.demo.company;
  const docType = identificacion === 6 ? 'E' : 'D';
  const { request } = requests['POST /sepe/contrata']!;
  const of = { docType, nss, dni, regimen, ccc, startDate: seed.today, duplicate: 0 };
  await post('/sepe/contrata', { ...request, ...of });
  await follow();
  return { regimen, ccc, nss, dni, identificacion, docType };
};

test('an account with staff from before has its monthly settlement due, and no obligation for each worker', async () => {
  const { regimen, ccc } = service.demo.company;
  const states = ['planned', 'open', 'near', 'late'];
  const settlements = async () => {
    const pages = states.map(async (state) => (await gateway.get('/obligations', { state })).body.data.data);
    return (await Promise.all(pages))
      .flat()
      .filter(({ rule }: { rule: { id: string } }) => rule.id === 'liquidacion');
  };
  expect(await settlements()).toEqual([]);
  const options = { regimen, ccc, options: 1 };
  const { employees } = (await gateway.get('/seg-social/employees-in-enterprise', options)).body.data;
  expect(employees.length).toBeGreaterThan(1);
  await follow();
  const found = await settlements();
  const thisMonth = seed.today.slice(0, 7);
  expect(found.map(({ of }: { of: string }) => of)).toContain(thisMonth);
  expect(found.every(({ account }: { account: string }) => account === `${regimen}${ccc}`)).toBe(true);
  // Workers who are registered cause no obligation.
  for (const { ipf } of employees) expect(await stand('inicio-previsto', ipf)).toEqual([]);
});

test.each([
  ['employee-situations', 0],
  ['ta-info-for-nss', 1],
] as const)('a registration is proved by the answer of %s', async (reading, index) => {
  const { docType: _, ...worker } = await withContract(seed.demo.newWorkers[index]!);
  const { regimen, ccc, nss, dni } = worker;
  const name: Record<string, string> = reading === 'ta-info-for-nss' ? { nss } : { dni };
  await ask(`/seg-social/${reading}`, { regimen, ccc, ...name });
  // An answer without a contract proves nothing.
  expect(await stand('alta', dni)).toEqual(['late']);
  const { request } = requests['POST /seg-social/alta']!;
  await postElsewhere('/seg-social/alta', { ...request, ...worker, fecha_real: seed.today, duplicate: 0 });
  await ask(`/seg-social/${reading}`, { regimen, ccc, ...name });
  expect(await stand('alta', dni)).toEqual(['closed proved']);
});

test('the leaves of a FIE have their day, also if it is asked for as a spreadsheet', async () => {
  const { startDate, endDate } = service.demo.fie;
  const fie = { regimen: service.demo.company.regimen, ccc: service.demo.company.ccc, startDate, endDate };
  const leaves = async () =>
    (await gateway.get('/obligations', { perPage: 100 })).body.data.data
      .filter((obligation: { rule: { id: string } }) => obligation.rule.id === 'it')
      .map(({ id }: { id: string }) => id)
      .sort();
  await ask('/seg-social/excel-fie', fie);
  const ofSpreadsheet = await leaves();
  expect(ofSpreadsheet).not.toEqual([]);
  await ask('/seg-social/excel-fie', { ...fie, format: 'json' });
  expect(await leaves()).toEqual(ofSpreadsheet);
});

test('a basic copy that SEPE has closes its obligation', async () => {
  const { dni, docType } = await withContract(seed.demo.newWorkers[2]!);
  const { cif } = service.demo.company;
  expect(await stand('copia-basica', dni)).toEqual(['open']);
  const { request } = requests['POST /sepe/copy-basic']!;
  const of = { cif, docType, dni, sepeId: undefined, startDate: seed.today, duplicate: 0 };
  await postElsewhere('/sepe/copy-basic', { ...request, ...of });
  await ask('/sepe/copy-basic', { cif, dni, startDate: seed.today });
  expect(await stand('copia-basica', dni)).toEqual(['closed proved']);
});
