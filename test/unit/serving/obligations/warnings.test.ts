import { expect, test } from 'vitest';
import { removeRegistrationRecord } from '../../../../functions/seg-social/operations/remove-registration.ts';
import { notifyContractXml } from '../../../../functions/sepe/operations/notify-contract-xml.ts';
import { dayAfter } from '../../../../shared/kernel/spanish-time.ts';
import { lateWarnings } from '../../../../shared/serving/obligations/facts.ts';
import type { Acting } from '../../../../shared/serving/stages.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
/** What is said of a file of contracts that began on these days, before the authority has answered. */
const warningsOf = (starts: string[]): string[] => {
  const records = starts.map((startDate) => ({
    ...{ kind: 'CONTRATO_100', document: '99999001R', account: '011128000000097', startDate },
  }));
  const acting = { operation: notifyContractXml, input: { file: { text: '', records } }, now: NOW };
  return lateWarnings(acting as unknown as Acting);
};

test('a file of contracts is warned of as each of them would be, the same once', () => {
  expect(warningsOf(['2026-06-15'])).toEqual([]);
  const late = expect.stringContaining('fuera de los diez días hábiles');
  expect(warningsOf(['2026-05-04', '2026-06-15', '2026-05-04'])).toEqual([late]);
  expect(warningsOf(['2026-05-04', '2026-04-20'])).toEqual([late, late]);
});

test('of many days only the first are said, and how many there are', () => {
  const starts = Array.from({ length: 40 }, (_, place) => dayAfter('2026-03-01', { days: place }));
  const warnings = warningsOf(starts);
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toMatch(/^Y \d+ avisos más/);
});

test('what makes known what an answer says makes nothing known without it', () => {
  const records = [{ kind: 'CONTRATO_100', document: '99999001R', startDate: '2026-05-04' }];
  const request = { file: { text: '', records } } as never;
  expect(notifyContractXml.makesKnown!(request, { data: undefined })).toEqual([]);
});

test.each([
  ['on the day before', '2026-06-15T21:59:59Z', []],
  ['from the day of the start on', '2026-06-15T22:00:00Z', [expect.stringContaining('antes de ese día')]],
])('that a start is cancelled is late %s in Madrid', (_, now, warnings) => {
  const input = removeRegistrationRecord.request.parse({
    ...removeRegistrationRecord.example.request,
    fecha_real: '2026-06-16',
  });
  const acting = { operation: removeRegistrationRecord, input, now: new Date(now) };
  expect(lateWarnings(acting as unknown as Acting)).toEqual(warnings);
});
