import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareAccount } from '../../../functions/capabilities/reconciliation/compare.ts';
import type { Believed, OfCompany, Records } from '../../../functions/capabilities/reconciliation/facts.ts';
import { questionsOf } from '../../../functions/capabilities/reconciliation/questions.ts';
import {
  COMPARED,
  DOCUMENT,
  found,
  left,
  listed,
  NSS,
  row,
  situation,
} from '../../support/reconciliation/compared.ts';

/** What payroll has against what the authorities answer, for one account. */

describe('a difference of payroll and authorities', () => {
  test.each<[string, Believed[], Records, object]>([
    [
      'where a worker was never registered',
      [row()],
      found({ registered: [], contracts: [], situations: new Map([[DOCUMENT, null]]) }),
      {
        kind: 'notRegistered',
        believed: '2026-03-02',
        found: null,
        since: '2026-03-02',
        mends: {
          operation: 'registerEmployee',
          body: {
            regimen: '0111',
            ccc: '28999901134',
            dni: DOCUMENT,
            nss: NSS,
            fecha_real: '2026-03-02',
            grupo_cotizacion: '07',
            tipo_contrato: '100',
            coeficiente: '500',
            cno: '4309',
          },
        },
      },
    ],
    [
      'where the registration ended at the authority',
      [row()],
      { ...left({ cause: '51' }) },
      {
        kind: 'notRegistered',
        believed: '2026-03-02',
        found: '2026-10-31',
        since: '2026-10-31',
        mends: null,
      },
    ],
    [
      'where payroll does not have a worker who is registered',
      [],
      found(),
      { kind: 'notBelieved', believed: null, found: '2026-03-02' },
    ],
    [
      'where a worker left and is registered still',
      [row({ until: '2026-10-31' })],
      found(),
      {
        kind: 'notTerminated',
        believed: '2026-10-31',
        found: null,
        mends: { operation: 'deregisterEmployee' },
      },
    ],
    [
      'where a worker who left was registered again',
      [row({ until: '2026-10-31' })],
      found({
        registered: [listed({ since: '2026-11-02' })],
        situations: new Map([[DOCUMENT, situation({ since: '2026-11-02' })]]),
        contracts: [{ document: DOCUMENT, start: '2026-11-02' }],
      }),
      { kind: 'notBelieved', believed: '2026-10-31', found: '2026-11-02' },
    ],
    [
      'where the registration began on another day',
      [row({ since: '2026-03-01' })],
      found(),
      { kind: 'field', field: 'fecha_alta', believed: '2026-03-01', found: '2026-03-02' },
    ],
    [
      'where it ended on another day',
      [row({ until: '2026-10-30' })],
      left({ cause: '51' }),
      { kind: 'field', field: 'fecha_baja', believed: '2026-10-30', found: '2026-10-31' },
    ],
    [
      'where a termination is filed ahead that payroll does not have',
      [row()],
      found({ situations: new Map([[DOCUMENT, situation({ until: '2026-12-31' })]]) }),
      { kind: 'field', field: 'fecha_baja', believed: null, found: '2026-12-31' },
    ],
    [
      'in the contract',
      [row({ contract: '200' })],
      found(),
      {
        kind: 'field',
        field: 'tipo_contrato',
        believed: '200',
        found: '100',
        since: '2026-03-02',
        mends: { operation: 'updateContract' },
      },
    ],
    [
      'in the coefficient',
      [row({ coefficient: '' })],
      found(),
      { kind: 'field', field: 'coeficiente', believed: null, found: '500' },
    ],
    [
      'in the group',
      [row({ group: '05' })],
      found(),
      {
        kind: 'field',
        field: 'grupo_cotizacion',
        believed: '05',
        found: '07',
        mends: { operation: 'updateGroup', body: { grupo_cotizacion: '05', fecha_real: '2026-11-20' } },
      },
    ],
    ['in the CNO', [row({ cno: '4111' })], found(), { field: 'cno', believed: '4111', found: '4309' }],
    [
      'where a registration has no contract',
      [row()],
      found({ contracts: [] }),
      {
        kind: 'contractMissing',
        believed: '2026-03-02',
        found: null,
        mends: { operation: 'notifyContract', body: { cif: 'B99990017', startDate: '2026-03-02' } },
      },
    ],
    [
      'where a contract has no registration',
      [],
      found({ registered: [], situations: new Map([[DOCUMENT, null]]) }),
      { kind: 'contractUnregistered', nss: null, believed: null, found: '2026-03-02' },
    ],
    [
      'where a termination has no company certificate',
      [row({ until: '2026-10-31' })],
      { ...left(), certificates: new Map([[DOCUMENT, ['2026-08-31']]]) },
      {
        kind: 'certificateMissing',
        believed: '2026-10-31',
        found: null,
        mends: { operation: 'fileCompanyCertificate' },
      },
    ],
  ])(
    'a difference is found, with both values and the filing that mends it: %s',
    (_, believed, answers, expected) => {
      const { differences, notCompared } = compareAccount(COMPARED, believed, answers);
      expect(differences).toMatchObject([{ document: DOCUMENT, nss: NSS, ...expected }]);
      expect(notCompared).toEqual([]);
    },
  );
});

/** The NIE of a worker who has a DNI at TGSS by now, and a number of another worker. */
const NIE = 'X1234567L';
const OTHER_NSS = '080000000029';
const IN_ACCOUNT = { regimen: '0111', ccc: '28999901134', dni: DOCUMENT, nss: NSS };
/** The operation and the body that are proposed. */
const proposals = (believed: Believed[], answers: Records, company?: OfCompany) =>
  compareAccount(COMPARED, believed, answers, company).differences.map(({ kind, field, mends }) => [
    field ?? kind,
    mends,
  ]);

describe('the person in a comparison', () => {
  test.each<[string, Believed, Records, object]>([
    [
      'by the number, whose document is another one by now',
      row({ document: NIE }),
      found(),
      { kind: 'document', document: NIE, believed: NIE, found: DOCUMENT },
    ],
    [
      'by the document, whose number is another one',
      row({ nss: OTHER_NSS }),
      found(),
      { kind: 'nss', document: DOCUMENT, believed: OTHER_NSS, found: NSS },
    ],
    [
      'by the document, under the name of somebody else',
      row({ name: 'Luis Ruiz Gil' }),
      found({ registered: [listed({ name: 'RUIZ GIL, LUISA' })] }),
      { kind: 'name', name: 'LUISA RUIZ GIL', believed: 'Luis Ruiz Gil', found: 'RUIZ GIL, LUISA' },
    ],
    [
      'by the document, whose number is only in the situation',
      row({ until: '2026-10-31', nss: OTHER_NSS }),
      left({ cause: '51' }),
      { kind: 'nss', believed: OTHER_NSS, found: NSS },
    ],
  ])('a person is recognised %s, as one difference without an act', (_, believed, answers, expected) => {
    const { differences, notCompared } = compareAccount(COMPARED, [believed], answers);
    expect(differences).toMatchObject([{ ...expected, mends: null }]);
    expect(notCompared).toEqual([]);
    // Both documents stay one person in all that is asked.
    expect(questionsOf(COMPARED, [believed], answers)).toEqual([]);
  });

  test('a person is not in doubt for a number with other zeros, or a name as people write it', () => {
    const registered = [listed({ nss: NSS, name: 'RUIZ GIL, MARIA DEL CARMEN' })];
    for (const own of [row({ nss: `00${NSS}` }), row({ name: 'Mª Carmen Ruiz' }), row({ nss: undefined })])
      expect(proposals([own], found({ registered }))).toEqual([]);
  });

  test('a person gets no act about anything else while in doubt', () => {
    const moved = found({
      registered: [listed({ since: '2026-03-09' })],
      situations: new Map([[DOCUMENT, situation({ since: '2026-03-09', group: '05', until: '2026-12-31' })]]),
      contracts: [],
    });
    const all = proposals([row({ document: NIE })], moved);
    expect(all).toEqual([
      ['document', null],
      ['fecha_alta', null],
      ['fecha_baja', null],
      ['grupo_cotizacion', null],
      ['contractMissing', null],
    ]);
    expect(proposals([row({ nss: OTHER_NSS, until: '2026-10-31' })], found())).toEqual([
      ['nss', null],
      ['notTerminated', null],
    ]);
  });

  test('a person has one row of the list, and one who shares a number is neither registered again nor removed', () => {
    const twice = [row(), row({ document: NIE })];
    const answers = found({
      situations: new Map([
        [DOCUMENT, situation()],
        [NIE, null],
      ]),
    });
    expect(proposals(twice, answers)).toEqual([['notRegistered', null]]);
    const two = found({
      registered: [listed(), listed({ document: NIE, nss: OTHER_NSS, since: '2027-01-04' })],
      situations: new Map([[DOCUMENT, situation()]]),
    });
    // The number of the second one is in the row of the first one.
    expect(proposals([row({ nss: OTHER_NSS })], two)).toEqual([
      ['nss', null],
      ['notBelieved', null],
    ]);
  });
});

describe('a worker whom payroll does not have', () => {
  const known = (since: string) =>
    found({
      registered: [listed({ since })],
      situations: new Map([[DOCUMENT, situation({ since })]]),
      contracts: undefined,
    });
  test.each<[string, string, OfCompany | undefined, unknown]>([
    [
      'and who begins in the future may be removed',
      '2026-12-01',
      undefined,
      { operation: 'removeRegistration', body: { ...IN_ACCOUNT, fecha_real: '2026-12-01' } },
    ],
    [
      'and who begins today gets a termination whose day is open',
      '2026-11-20',
      undefined,
      { operation: 'deregisterEmployee', body: IN_ACCOUNT },
    ],
    [
      'and who began years ago gets a termination whose day is open',
      '2019-05-06',
      undefined,
      { operation: 'deregisterEmployee', body: IN_ACCOUNT },
    ],
    [
      'in this account and has in another one, by the number, gets no act',
      '2026-12-01',
      { listed: [{ document: NIE, nss: NSS }], registered: [listed()] },
      null,
    ],
    [
      'in this account and has in another one, by the document, gets no act',
      '2019-05-06',
      { listed: [{ document: DOCUMENT }], registered: [listed()] },
      null,
    ],
  ])('a worker whom payroll does not have %s', (_, since, company, mends) => {
    expect(proposals([], known(since), company)).toEqual([['notBelieved', mends]]);
  });

  test('a worker whose number TGSS does not show gets no act', () => {
    const answers = { ...known('2026-12-01'), registered: [listed({ since: '2026-12-01', nss: '' })] };
    expect(proposals([], answers)).toEqual([['notBelieved', null]]);
  });

  test('a worker counts with the newest of two registrations that have begun', () => {
    const registered = ['2024-01-08', '2026-03-02', '2026-12-01'].map((since) => listed({ since }));
    const { differences } = compareAccount(COMPARED, [], found({ registered }));
    expect(differences).toMatchObject([{ kind: 'notBelieved', found: '2026-03-02' }]);
    expect(compareAccount(COMPARED, [], found({ registered: registered.toReversed() })).differences).toEqual(
      differences,
    );
  });
});

describe('a fact that only one side has', () => {
  const nowhere = found({ registered: [], contracts: [], situations: new Map([[DOCUMENT, null]]) });
  test.each<[string, Believed[], Records, OfCompany | undefined, unknown[]]>([
    [
      'a registration of years ago',
      [row({ since: '2019-05-06' })],
      nowhere,
      undefined,
      [['notRegistered', null]],
    ],
    [
      'a registration of who is registered in another account of the company',
      [row()],
      nowhere,
      { listed: [row()], registered: [listed()] },
      [['notRegistered', null]],
    ],
    [
      'the removal of a termination',
      [row({ until: '2026-10-30' })],
      left({ cause: '51' }),
      undefined,
      [['fecha_baja', null]],
    ],
    [
      'the removal of a registration that begins on another day',
      [row({ since: '2026-03-01' })],
      found(),
      undefined,
      [['fecha_alta', null]],
    ],
    [
      'the removal of a registration after the end that payroll has',
      [row({ until: '2026-10-31' })],
      found({
        registered: [listed({ since: '2026-12-01' })],
        situations: new Map([[DOCUMENT, situation({ since: '2026-12-01' })]]),
      }),
      undefined,
      [['notBelieved', null]],
    ],
    [
      'a contract that SEPE has with another day',
      [row()],
      found({ contracts: [{ document: DOCUMENT, start: '2026-02-27' }] }),
      undefined,
      [['contractMissing', null]],
    ],
    [
      'a contract that SEPE has with an earlier document, and a registration for that',
      [row()],
      found({
        contracts: [{ document: NIE, start: '2026-03-02' }],
        situations: new Map([
          [DOCUMENT, situation()],
          [NIE, null],
        ]),
      }),
      undefined,
      [
        ['contractMissing', null],
        ['contractUnregistered', null],
      ],
    ],
  ])('no act is proposed for %s', (_, believed, answers, company, expected) => {
    expect(proposals(believed, answers, company)).toEqual(expected);
  });
});

describe('a comparison without a difference', () => {
  test.each<[string, Believed[], Records]>([
    ['where both have the same', [row()], found()],
    ['where payroll leaves zeros out of a code', [row({ group: '7', cno: '04309' })], found()],
    [
      'where full time is none or zero',
      [row({ coefficient: '000' })],
      found({ situations: new Map([[DOCUMENT, situation({ coefficient: '' })]]) }),
    ],
    ['in what payroll does not say', [{ document: DOCUMENT, since: '2026-03-02' }], found()],
    ['where payroll expects an end that is to come', [row({ until: '2026-12-31' })], found()],
    ['on the last day, in the list', [row({ until: '2026-11-20' })], found()],
    ['on the last day, out of the list', [row({ until: '2026-11-20' })], left({ until: '2026-11-20' })],
    [
      'where a worker left years ago',
      [row({ since: '2019-01-01', until: '2020-01-01' })],
      found({ registered: [], contracts: [], situations: new Map() }),
    ],
    [
      'where a contract began before the period',
      [row({ since: '2025-03-02' })],
      found({
        contracts: [],
        registered: [listed({ since: '2025-03-02' })],
        situations: new Map([[DOCUMENT, situation({ since: '2025-03-02' })]]),
      }),
    ],
    [
      'where someone has no employment contract',
      [row({ contract: '000' })],
      found({ contracts: [], situations: new Map([[DOCUMENT, situation({ contract: '000' })]]) }),
    ],
    [
      'where the contract changed later',
      [row()],
      found({
        contracts: [
          { document: DOCUMENT, start: '2026-03-02' },
          { document: DOCUMENT, start: '2026-06-01' },
        ],
      }),
    ],
    [
      'where the certificate is of the day after',
      [row({ until: '2026-10-31' })],
      { ...left(), certificates: new Map([[DOCUMENT, ['2026-11-01']]]) },
    ],
    ['where a termination needs no certificate', [row({ until: '2026-10-31' })], left({ cause: '51' })],
  ])('no difference is invented %s', (_, believed, answers) => {
    expect(compareAccount(COMPARED, believed, answers)).toEqual({ differences: [], notCompared: [] });
  });
});

describe('data that no answer shows', () => {
  test.each<[string, Believed[], Records, object[]]>([
    [
      'the list of workers',
      [row()],
      found({ registered: undefined }),
      [{ about: 'registered', document: null }],
    ],
    ['the contracts', [row()], found({ contracts: undefined }), [{ about: 'contracts', document: null }]],
    [
      'a situation',
      [row({ cno: '4111' })],
      found({ situations: new Map() }),
      [{ about: 'situation', document: DOCUMENT }],
    ],
    [
      'the certificates of a worker who left',
      [row({ until: '2026-10-31' })],
      left(),
      [{ about: 'certificates', document: DOCUMENT }],
    ],
    [
      'a situation of another registration',
      [row({ cno: '4111' })],
      found({ situations: new Map([[DOCUMENT, situation({ since: '2026-12-01' })]]) }),
      [{ about: 'situation', document: DOCUMENT }],
    ],
    [
      'a contract before the newest situation',
      [],
      found({
        registered: [],
        situations: new Map([
          [DOCUMENT, situation({ since: '2026-06-01', until: '2026-06-30', cause: '51' })],
        ]),
        contracts: [
          { document: DOCUMENT, start: '2026-03-02' },
          { document: DOCUMENT, start: '2026-06-01' },
        ],
      }),
      [{ about: 'situation', document: DOCUMENT }],
    ],
  ])('the missing data are not compared, and never equal: %s', (_, believed, answers, expected) => {
    expect(compareAccount(COMPARED, believed, answers)).toEqual({ differences: [], notCompared: expected });
  });
});

/** Workers as both authorities have them, and as payroll that agrees with them has them. */
const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const world = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 1, max: 99_999 }),
      since: day('2024-01-01', '2026-05-31'),
      until: fc.option(day('2026-06-01', '2026-11-19'), { nil: '' }),
      cause: fc.constantFrom('51', '93', '54'),
      contract: fc.constantFrom('100', '200', '402', '000'),
      coefficient: fc.constantFrom('', '500', '050'),
      group: fc.constantFrom('01', '07', '10'),
      cno: fc.constantFrom('', '4309', '0011'),
    }),
    { selector: ({ number }) => number, maxLength: 12 },
  )
  .map((all) => {
    const workers = all.map(({ number, ...one }) => ({
      ...one,
      document: `${number}Z`,
      nss: String(number).padStart(12, '0'),
    }));
    const answers: Records = {
      registered: workers.filter(({ until }) => until === ''),
      situations: new Map(workers.map((one) => [one.document, one])),
      contracts: workers
        .filter(({ contract }) => contract !== '000')
        .map(({ document, since }) => ({ document, start: since })),
      certificates: new Map(workers.map(({ document, until }) => [document, [until]])),
    };
    const believed = workers.map(
      ({ until, cause: _, ...one }): Believed => ({
        ...one,
        ...(until && { until }),
      }),
    );
    return { workers, answers, believed };
  });

test('comparing the data of the authorities with themselves finds nothing, and asks nothing more', () => {
  fc.assert(
    fc.property(world, ({ answers, believed }) => {
      expect(compareAccount(COMPARED, believed, answers)).toEqual({ differences: [], notCompared: [] });
      expect(questionsOf(COMPARED, believed, answers)).toEqual([]);
    }),
  );
});

/** Which answers are missing: lists, and those about the workers at some places. */
const lost = fc.record({
  registered: fc.boolean(),
  contracts: fc.boolean(),
  situations: fc.array(fc.nat(11)),
  certificates: fc.array(fc.nat(11)),
});
type Lost = typeof lost extends fc.Arbitrary<infer One> ? One : never;
const without = (answers: Records, workers: { document: string }[], gone: Lost): Records => {
  const kept = <Value>(map: ReadonlyMap<string, Value>, places: number[]) =>
    new Map([...map].filter(([document]) => !places.some((place) => workers[place]?.document === document)));
  return {
    registered: gone.registered ? undefined : answers.registered,
    contracts: gone.contracts ? undefined : answers.contracts,
    situations: kept(answers.situations, gone.situations),
    certificates: kept(answers.certificates, gone.certificates),
  };
};

test('missing answers make no difference, and the data in them are not compared', () => {
  fc.assert(
    fc.property(world, lost, ({ workers, answers, believed }, gone) => {
      const partial = without(answers, workers, gone);
      const { differences, notCompared } = compareAccount(COMPARED, believed, partial);
      expect(differences).toEqual([]);
      // The open questions are about exactly what is not compared, except workers who left before the period.
      const open = questionsOf(COMPARED, believed, partial);
      for (const question of open) {
        const document = 'document' in question ? question.document : null;
        expect(notCompared).toContainEqual({ about: question.about, document });
      }
    }),
  );
});

/** What happened to a worker at the authorities that payroll does not know of. */
const event = fc.constantFrom(
  'none',
  'removed',
  'ended',
  'moved',
  'changed',
  'noContract',
  'noCertificate',
  'stranger',
);

test('a difference that is found while answers are missing stays the same when all are present, and no other is lost', () => {
  fc.assert(
    fc.property(world, fc.array(event, { minLength: 12, maxLength: 12 }), lost, (made, events, gone) => {
      const { workers, answers } = made;
      const eventOf = new Map(workers.map(({ document }, place) => [document, events[place]!]));
      const is = (document: string, ...all: string[]) => all.includes(eventOf.get(document)!);
      const moved = <One extends { document: string; since: string }>(one: One): One =>
        is(one.document, 'moved') ? { ...one, since: '2026-06-01' } : one;
      const full: Records = {
        registered: answers
          .registered!.filter(({ document }) => !is(document, 'removed', 'ended'))
          .map(moved),
        situations: new Map(
          workers.map((worker) => {
            const one = moved(worker);
            if (is(one.document, 'removed')) return [one.document, null];
            const isEnded = is(one.document, 'ended') && one.until === '';
            return [
              one.document,
              {
                ...one,
                ...(isEnded && { until: '2026-10-01', cause: '51' }),
                ...(is(one.document, 'changed') && { group: '05' }),
              },
            ];
          }),
        ),
        contracts: answers.contracts!.filter(({ document }) => !is(document, 'noContract')),
        certificates: new Map(
          [...answers.certificates].map(([document, days]) => [
            document,
            is(document, 'noCertificate') ? [] : days,
          ]),
        ),
      };
      const believed = made.believed.filter(({ document }) => !is(document, 'stranger'));
      const partial = without(full, workers, gone);
      const whole = compareAccount(COMPARED, believed, full).differences;
      const part = compareAccount(COMPARED, believed, partial);
      const nameOf = ({ mends, nss: _, since: __, ...one }: (typeof whole)[number]) => ({
        ...one,
        operation: mends?.operation,
      });
      const names = whole.map(nameOf);
      for (const one of part.differences) {
        const { operation, ...difference } = nameOf(one);
        // The act that mends it is not proposed while a missing answer may rule it out.
        expect(names).toContainEqual(
          operation === undefined ? expect.objectContaining(difference) : { operation, ...difference },
        );
      }
      const found = part.differences.map(nameOf);
      const isOpen = (document: string) =>
        part.notCompared.some((gap) => gap.document === null || gap.document === document);
      for (const one of whole) {
        const { operation: _, ...difference } = nameOf(one);
        if (!isOpen(one.document)) expect(found).toContainEqual(expect.objectContaining(difference));
      }
    }),
  );
});

test('each single change at the authorities is one difference about that worker', () => {
  fc.assert(
    fc.property(
      world,
      fc.nat(11),
      fc.constantFrom('group', 'cno', 'contract'),
      ({ workers, answers, believed }, place, field) => {
        const worker = workers[place];
        fc.pre(worker !== undefined);
        const situations = new Map(answers.situations).set(worker!.document, { ...worker!, [field]: '333' });
        const { differences } = compareAccount(COMPARED, believed, { ...answers, situations });
        const fields = differences.filter(({ kind }) => kind === 'field');
        expect(fields).toMatchObject([
          { document: worker!.document, believed: worker![field as 'cno'] || null, found: '333' },
        ]);
      },
    ),
  );
});
