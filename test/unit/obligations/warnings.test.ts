import { describe, expect, test } from 'vitest';
import { hooks } from '../../../functions/hooks.ts';
import { registerEmployee } from '../../../functions/seg-social/operations/register-employee.ts';
import { removeRegistrationRecord } from '../../../functions/seg-social/operations/remove-registration.ts';
import { updateContract } from '../../../functions/seg-social/operations/update-contract.ts';
import { notifyContractXml } from '../../../functions/sepe/operations/notify-contract-xml.ts';
import { dayAfter } from '../../../shared/kernel/spanish-time.ts';
import { warningsNow, warningsOf } from '../../../shared/serving/filing/warnings.ts';
import type { Acting } from '../../../shared/serving/stages.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
/** The warnings about a file of contracts that began on these days, before the authority has answered. */
const warningsOfStarts = (starts: string[]): Promise<string[]> => {
  const records = starts.map((startDate) => ({
    kind: 'CONTRATO_100',
    document: '99999001R',
    account: '011128000000097',
    startDate,
  }));
  const acting = { operation: notifyContractXml, input: { file: { text: '', records } }, now: NOW };
  return warningsOf({ hooks }, acting as unknown as Acting);
};

test('a file of contracts is warned of as each of them would be, the same once', async () => {
  expect(await warningsOfStarts(['2026-06-15'])).toEqual([]);
  const late = expect.stringContaining('fuera de los diez días hábiles');
  expect(await warningsOfStarts(['2026-05-04', '2026-06-15', '2026-05-04'])).toEqual([late]);
  expect(await warningsOfStarts(['2026-05-04', '2026-04-20'])).toEqual([late, late]);
});

test('a warning of many days says the first and how many there are', async () => {
  const starts = Array.from({ length: 40 }, (_, place) => dayAfter('2026-03-01', { days: place }));
  const warnings = await warningsOfStarts(starts);
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toMatch(/^Y \d+ avisos más/);
});

test('a filing that makes known what its answer says makes nothing known without an answer', () => {
  const records = [{ kind: 'CONTRATO_100', document: '99999001R', startDate: '2026-05-04' }];
  const request = { file: { text: '', records } } as never;
  expect(notifyContractXml.emits!(request, { data: undefined })).toEqual([]);
});

test.each([
  ['on the day before', '2026-06-15T21:59:59Z', []],
  ['from the day of the start on', '2026-06-15T22:00:00Z', [expect.stringContaining('antes de ese día')]],
])('a cancelled start is late %s in Madrid', async (_, now, warnings) => {
  const input = removeRegistrationRecord.request.parse({
    ...removeRegistrationRecord.example.request,
    fecha_real: '2026-06-16',
  });
  const acting = { operation: removeRegistrationRecord, input, now: new Date(now) };
  expect(await warningsOf({ hooks }, acting as unknown as Acting)).toEqual(warnings);
});

describe.each([
  ['a registration', registerEmployee, { fecha_real: '2026-06-16' }],
  ['a change of contract', updateContract, { startDate: '2026-06-15' }],
] as const)('the coefficient of %s', (_, operation, inTime) => {
  const warningsFor = (coeficiente: string | undefined) => {
    const input = operation.request.parse({
      ...operation.example.request,
      ...inTime,
      coeficiente,
    });
    return warningsOf({ hooks }, { operation, input, now: NOW } as unknown as Acting);
  };

  test.each([
    ['50', 'El coeficiente va en milésimas: 50 es el 5,0 % de la jornada. Si es el 50 %, envíe 500.'],
    ['075', 'El coeficiente va en milésimas: 075 es el 7,5 % de la jornada. Si es el 75 %, envíe 750.'],
    ['5', 'El coeficiente va en milésimas: 5 es el 0,5 % de la jornada. Si es el 5 %, envíe 50.'],
    ['95', 'El coeficiente va en milésimas: 95 es el 9,5 % de la jornada. Si es el 95 %, envíe 950.'],
  ])('looks like per cent where it is %s, and both readings are said', async (coeficiente, warning) => {
    expect(await warningsFor(coeficiente)).toEqual([warning]);
  });

  test.each(['500', '100', '105', '62', '062', '000', undefined])(
    'is not taken for per cent where it is %s',
    async (coeficiente) => {
      expect(await warningsFor(coeficiente)).toEqual([]);
    },
  );
});

test.each([
  ['in time', '2026-06-15T10:00:00.000Z'],
  ['late', '2026-06-16T10:00:00.000Z'],
])(
  'of work that was queued %s and is sent on a later day, each doubt and lateness is said once, as of that day',
  async (_, claimedAt) => {
    const input = registerEmployee.request.parse({
      ...registerEmployee.example.request,
      fecha_real: '2026-06-16',
      coeficiente: '50',
    });
    const sentAt = (at: string) =>
      ({ operation: registerEmployee, input, now: new Date(at) }) as unknown as Acting;
    const warnings = [...(await warningsOf({ hooks }, sentAt(claimedAt))), 'Lo que dijo la hoja.'];
    const queued = { warnings, claimedAt } as Filing;
    expect(await warningsNow({ hooks }, queued, sentAt('2026-06-17T10:00:00Z'))).toEqual([
      'Lo que dijo la hoja.',
      expect.stringContaining('El coeficiente va en milésimas'),
      expect.stringContaining('El alta es posterior al inicio de la actividad (16/06/2026)'),
    ]);
  },
);

test('a call that says how many days it is ahead is as late as on that day', async () => {
  const input = registerEmployee.request.parse({
    ...registerEmployee.example.request,
    fecha_real: '2026-06-16',
  });
  const warningsAhead = (daysAhead: number) =>
    warningsOf({ hooks }, { operation: registerEmployee, input, now: NOW, daysAhead } as unknown as Acting);
  expect(await warningsAhead(0)).toEqual([]);
  expect(await warningsAhead(2)).toEqual([expect.stringContaining('El alta es posterior al inicio')]);
});
