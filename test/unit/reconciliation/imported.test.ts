import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareAccount } from '../../../functions/capabilities/reconciliation/compare.ts';
import type { Believed, Records } from '../../../functions/capabilities/reconciliation/facts.ts';
import { importedIn } from '../../../functions/capabilities/reconciliation/imported.ts';
import {
  COMPARED,
  DOCUMENT,
  found,
  left,
  listed,
  row,
  situation,
} from '../../support/reconciliation/compared.ts';

/** The workforce that results from the records of the authorities. */

const { today } = COMPARED;
const imported = (believed: Believed[], answers: Records) => importedIn(today, believed, answers);
/** What one worker becomes. */
const becomes = (believed: Believed[], answers: Records) => {
  const workers = imported(believed, answers);
  expect(workers).toHaveLength(1);
  return workers[0]!.after;
};

describe('a worker whom the workforce does not have', () => {
  test('the worker is added with the data of the registration', () => {
    expect(imported([], found())).toEqual([{ before: undefined, after: row(), isPartly: false }]);
    const ends = situation({ until: '2026-12-31' });
    expect(becomes([], found({ situations: new Map([[DOCUMENT, ends]]) }))).toEqual(
      row({ until: '2026-12-31' }),
    );
  });

  test('the worker is added without the terms if these could not be read, or belong to another registration', () => {
    const { document, nss, since } = row();
    const of = { document, nss, since };
    for (const situations of [new Map(), new Map([[DOCUMENT, situation({ since: '2026-12-01' })]])]) {
      const [one] = imported([], found({ situations }));
      expect(one!.isPartly).toBe(true);
      expect(JSON.parse(JSON.stringify(one!.after))).toEqual(of);
    }
    const { cno: _, ...most } = row();
    const withoutCno = new Map([[DOCUMENT, situation({ cno: '' })]]);
    expect(JSON.parse(JSON.stringify(becomes([], found({ situations: withoutCno }))))).toEqual(most);
  });

  test('the worker is not added without a registration, because a contract or an end alone makes no worker', () => {
    expect(imported([], left())).toEqual([]);
    expect(imported([], found({ registered: [], situations: new Map([[DOCUMENT, null]]) }))).toEqual([]);
  });
});

describe('a worker of the workforce', () => {
  test('the worker stays the same if all is equal, also with codes that are written in another way', () => {
    const fullTime = situation({ coefficient: '', group: '7' });
    const answers = found({ situations: new Map([[DOCUMENT, fullTime]]) });
    expect(imported([row({ coefficient: '0' })], answers)).toEqual([]);
    expect(imported([row()], found())).toEqual([]);
  });

  test('the worker gets the values that differ, and keeps those that the authority does not show', () => {
    const answers = found({ situations: new Map([[DOCUMENT, situation({ group: '05', cno: '' })]]) });
    expect(becomes([row({ cno: '4111' })], answers)).toEqual(row({ group: '05', cno: '4111' }));
    const unread = found({ registered: [listed({ since: '2026-03-09' })], situations: new Map() });
    expect(becomes([row()], unread)).toEqual(row({ since: '2026-03-09' }));
  });

  test('the worker gets the last day of a registration that has ended, and never leaves the workforce', () => {
    expect(becomes([row()], left())).toEqual(row({ until: '2026-10-31' }));
    for (const situations of [
      new Map(),
      new Map([[DOCUMENT, null]]),
      new Map([[DOCUMENT, situation({ since: '2025-01-01', until: '2025-12-31' })]]),
    ])
      expect(imported([row()], found({ registered: [], situations }))).toEqual([]);
  });

  test('the worker continues with the registration, and starts again with another one, whose terms alone count', () => {
    const ended = row({ until: '2026-10-31' });
    expect(becomes([ended], found())).toEqual(row({ until: undefined }));
    const again = found({ registered: [listed({ since: '2026-11-02' })], situations: new Map() });
    expect(becomes([ended], again)).toEqual({
      document: DOCUMENT,
      nss: row().nss,
      since: '2026-11-02',
    });
    // An end that payroll expects is not known there yet.
    expect(imported([row({ until: '2026-12-31' })], found())).toEqual([]);
  });
});

describe('a worker whose document or number differs at the authority', () => {
  const NIE = 'X1234567L';

  test('the worker gets both values, and stays one worker', () => {
    expect(imported([row({ document: NIE })], found())).toEqual([
      { before: row({ document: NIE }), after: row(), isPartly: false },
    ]);
    expect(becomes([row({ nss: '080000000029' })], found())).toEqual(row());
    const shown = found({ registered: [listed({ name: 'RUIZ GIL, LUISA' })] });
    expect(becomes([row({ name: 'Luis Ruiz' })], shown)).toEqual(row({ name: 'LUISA RUIZ GIL' }));
    // A name that means the same stays as the office writes it, and none is added.
    expect(imported([row({ name: 'Luisa Ruiz' })], shown)).toEqual([]);
    expect(imported([row()], shown)).toEqual([]);
  });

  test('the worker is not added again if a row has the number, whichever row has the document', () => {
    const twice = [row(), row({ document: NIE })];
    expect(imported(twice, found())).toEqual([]);
    // TGSS may show a number under an earlier document, too.
    expect(imported([row()], found({ registered: [listed(), listed({ document: NIE })] }))).toEqual([]);
    const other = listed({ document: '00000002W', nss: '080000000029' });
    const rows = [
      row(),
      row({ document: NIE, nss: other.nss }),
      row({ document: 'X0000001R', nss: other.nss }),
    ];
    expect(
      imported(rows, found({ registered: [listed(), other] })).map(({ before }) => before?.document),
    ).toEqual([NIE]);
  });
});

test('an account whose list could not be read stays as it was', () => {
  const answers = found({
    registered: undefined,
    situations: new Map([[DOCUMENT, situation({ group: '05' })]]),
  });
  expect(imported([row()], answers)).toEqual([]);
});

const DOCUMENTS = [DOCUMENT, '00000002W', '00000003A'];
const day = fc.constantFrom('2025-05-05', '2026-03-02', '2026-10-31', today, '2026-12-01', '2026-12-31');
const code = fc.constantFrom('', '1', '2', '03');
const terms = { contract: code, coefficient: code, group: code, cno: code };
const absent = { nil: undefined };
const NUMBERS = ['289999900188', '080000000029', '281234567840'];
const NAMES = ['RUIZ GIL, LUISA', 'RUIZ GIL, LUIS'];
const worker = fc.record({
  document: fc.constantFrom(...DOCUMENTS),
  nss: fc.option(fc.constantFrom(...NUMBERS), absent),
  name: fc.option(fc.constantFrom(...NAMES), absent),
  since: day,
  until: fc.option(day, absent),
  ...Object.fromEntries(Object.entries(terms).map(([name, each]) => [name, fc.option(each, absent)])),
}) as fc.Arbitrary<Believed>;
const believed = fc
  .uniqueArray(worker, { selector: ({ document }) => document, maxLength: 3 })
  .map((rows) => rows.filter(({ since, until }) => !until || since <= until));
const answers: fc.Arbitrary<Records> = fc.record({
  registered: fc
    .array(
      fc.record({
        document: fc.constantFrom(...DOCUMENTS),
        name: fc.option(fc.constantFrom(...NAMES), absent),
        since: day,
      }),
      { maxLength: 4 },
    )
    // At TGSS a document has one number.
    .map((all) => all.map((one) => ({ ...one, nss: NUMBERS[DOCUMENTS.indexOf(one.document)]! }))),
  situations: fc
    .array(
      fc.tuple(
        fc.constantFrom(...DOCUMENTS),
        fc.option(
          fc.record({
            nss: fc.constant(''),
            since: day,
            cause: fc.constant('51'),
            ...terms,
            until: fc.oneof(fc.constant(''), day),
          }),
        ),
      ),
    )
    .map((each) => new Map(each.filter(([, one]) => !one?.until || one.since <= one.until))),
  certificates: fc.constant(new Map()),
});

test('imported data are equal to the data of the authority, and are imported once', () => {
  fc.assert(
    fc.property(believed, answers, (rows, there) => {
      const byDocument = new Map(rows.map((one) => [one.document, one]));
      for (const { before, after } of imported(rows, there)) {
        if (before) byDocument.delete(before.document);
        byDocument.set(after.document, after);
      }
      const now = [...byDocument.values()];
      expect(now.length).toBeGreaterThanOrEqual(rows.length);
      expect(imported(now, there)).toEqual([]);
      // No number comes in twice.
      const numbers = (all: Believed[], nss: string) => all.filter((one) => one.nss === nss).length;
      for (const nss of NUMBERS)
        if (numbers(rows, nss) === 0) expect(numbers(now, nss)).toBeLessThanOrEqual(1);
      const { differences } = compareAccount(COMPARED, now, there);
      // Registered by one answer and not by the other: the next comparison shows which is right.
      const isOdd = (document: string) => {
        const known = there.situations.get(document);
        if (!known) return false;
        const isListed = there.registered!.some((one) => one.document === document);
        const isOver = known.until !== '' && known.until <= today;
        return isListed === isOver;
      };
      // What they do not have stays: a worker without a registration, and a term that they do not show.
      const others = differences.filter(
        ({ kind, found: value, document, nss }) =>
          !(
            kind === 'notRegistered' ||
            (kind === 'field' && value === null) ||
            isOdd(document) ||
            // A row has the number with another document, and another worker has that document there.
            (kind === 'notBelieved' && now.some((one) => one.nss === nss))
          ),
      );
      expect(others).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
