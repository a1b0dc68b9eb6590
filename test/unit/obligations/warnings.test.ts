import { describe, expect, test } from 'vitest';
import { registerEmployee } from '../../../functions/gateway/seg-social/operations/register-employee.ts';
import { removeRegistrationRecord } from '../../../functions/gateway/seg-social/operations/remove-registration.ts';
import { updateContract } from '../../../functions/gateway/seg-social/operations/update-contract.ts';
import { notifyContractXml } from '../../../functions/gateway/sepe/operations/notify-contract-xml.ts';
import { hooks } from '../../../functions/hooks.ts';
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

test('a file of contracts gets the warning of each of them, equal ones once', async () => {
  expect(await warningsOfStarts(['2026-06-15'])).toEqual([]);
  const late = expect.stringContaining('fuera de los diez días hábiles');
  expect(await warningsOfStarts(['2026-05-04', '2026-06-15', '2026-05-04'])).toEqual([late]);
  expect(await warningsOfStarts(['2026-05-04', '2026-04-20'])).toEqual([late, late]);
});

test('a warning of many days names the first one and their number', async () => {
  const starts = Array.from({ length: 40 }, (_, place) => dayAfter('2026-03-01', { days: place }));
  const warnings = await warningsOfStarts(starts);
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toMatch(/^Y \d+ avisos más/);
});

test('a filing whose facts come from its answer has no facts without an answer', () => {
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
  ['a registration', registerEmployee, 'tipo_contrato', { fecha_real: '2026-06-16' }],
  ['a change of contract', updateContract, 'contractType', { startDate: '2026-06-15' }],
] as const)('the coefficient of %s', (_, operation, contractField, inTime) => {
  const warningsFor = (contract: string, coeficiente: string | undefined) => {
    const input = operation.request.parse({
      ...operation.example.request,
      ...inTime,
      worker_collective: '967',
      [contractField]: contract,
      coeficiente,
    });
    return warningsOf({ hooks }, { operation, input, now: NOW } as unknown as Acting);
  };

  test.each([
    [
      '50',
      'El coeficiente 50 es el 5 % de la jornada, menos del 10 %: compruébelo. Si es el 50 %, son 500 milésimas.',
    ],
    [
      '075',
      'El coeficiente 075 es el 7,5 % de la jornada, menos del 10 %: compruébelo. Si es el 75 %, son 750 milésimas.',
    ],
    [
      '62',
      'El coeficiente 62 es el 6,2 % de la jornada, menos del 10 %: compruébelo. Si es el 62 %, son 620 milésimas.',
    ],
    [
      '099',
      'El coeficiente 099 es el 9,9 % de la jornada, menos del 10 %: compruébelo. Si es el 99 %, son 990 milésimas.',
    ],
  ])('the coefficient gets a warning below 10 %, as %s, with both readings', async (coeficiente, warning) => {
    expect(await warningsFor('200', coeficiente)).toEqual([warning]);
  });

  test.each(['100', '402', '109', '189', '990'])(
    'the coefficient gets a warning with the full-time contract %s',
    async (contract) => {
      expect(await warningsFor(contract, '375')).toEqual([
        `El contrato ${contract} es a tiempo completo y lleva un coeficiente de tiempo parcial, el 37,5 % de la jornada: compruebe los dos.`,
      ]);
    },
  );

  test.each([
    ['200', undefined],
    ['502', '000'],
    ['289', '0'],
    ['540', undefined],
  ])(
    'the coefficient is missing in the part-time contract %s, if it is %s',
    async (contract, coeficiente) => {
      expect(await warningsFor(contract, coeficiente)).toEqual([
        `El contrato ${contract} es a tiempo parcial y no lleva coeficiente de tiempo parcial: compruebe los dos.`,
      ]);
    },
  );

  test.each([
    ['200', '500'],
    ['200', '100'],
    ['100', undefined],
    ['100', '000'],
    // Seasonal contracts, contracts for training, of both kinds, and of members of boards.
    ['300', undefined],
    ['300', '500'],
    ['389', '500'],
    ['421', undefined],
    ['421', '500'],
    ['450', undefined],
    ['450', '500'],
    ['000', '500'],
  ])('the coefficient gets no warning with contract %s if it is %s', async (contract, coeficiente) => {
    expect(await warningsFor(contract, coeficiente)).toEqual([]);
  });
});

test.each([
  ['in time', '2026-06-15T10:00:00.000Z'],
  ['late', '2026-06-16T10:00:00.000Z'],
])(
  'a filing that was queued %s and is sent on a later day has each doubt and lateness once, as of that day',
  async (_, claimedAt) => {
    const input = registerEmployee.request.parse({
      ...registerEmployee.example.request,
      fecha_real: '2026-06-16',
      tipo_contrato: '200',
      coeficiente: '50',
    });
    const sentAt = (at: string) =>
      ({ operation: registerEmployee, input, now: new Date(at) }) as unknown as Acting;
    const warnings = [...(await warningsOf({ hooks }, sentAt(claimedAt))), 'Lo que dijo la hoja.'];
    const queued = { warnings, claimedAt } as Filing;
    expect(await warningsNow({ hooks }, queued, sentAt('2026-06-17T10:00:00Z'))).toEqual([
      'Lo que dijo la hoja.',
      expect.stringContaining('El coeficiente 50 es el 5 % de la jornada'),
      expect.stringContaining('El alta es posterior al inicio de la actividad (16/06/2026)'),
    ]);
  },
);

test('a call to work that says how many days it is ahead is as late as on that day', async () => {
  const input = registerEmployee.request.parse({
    ...registerEmployee.example.request,
    fecha_real: '2026-06-16',
  });
  const warningsAhead = (daysAhead: number) =>
    warningsOf({ hooks }, { operation: registerEmployee, input, now: NOW, daysAhead } as unknown as Acting);
  expect(await warningsAhead(0)).toEqual([]);
  expect(await warningsAhead(2)).toEqual([expect.stringContaining('El alta es posterior al inicio')]);
});
