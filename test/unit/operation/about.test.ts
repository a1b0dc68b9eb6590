import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { seed } from '../../../sandbox/seed.ts';
import { aboutOf } from '../../../shared/operation/about.ts';
import type { About, Lack } from '../../../shared/operation/operation.ts';
import { operations } from '../../support/infra/groups.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';

/** The account, worker and date to which each submission refers, or the reason why it has none. */

const requests = requestsOf(demoData(seed));
const submissions = operations.flatMap(({ name, operation }) =>
  operation.kind === 'submission' ? [{ name: name.replace('/api/v4', ''), operation }] : [],
);

const MEMBERS: Record<Lack, { of: keyof About; form: RegExp }[]> = {
  account: [
    { of: 'regimen', form: /^\d{4}$/ },
    { of: 'ccc', form: /^\d{11}$/ },
  ],
  worker: [{ of: 'document', form: /^[0-9A-Z]{9,}$/ }],
  date: [{ of: 'date', form: /^\d{4}-\d{2}-\d{2}$/ }],
};

describe.each(submissions)('the subject of $name', ({ name, operation }) => {
  test.each(Object.entries(MEMBERS) as [Lack, (typeof MEMBERS)[Lack]][])(
    'the request names one %s, or `lacks` says why it does not',
    (lack, members) => {
      const about = aboutOf(operation, operation.request.parse(requestOf(requests, name).request));
      if (operation.missingFields?.[lack]) {
        for (const { of } of members) expect(about[of]).toBeUndefined();
        expect(operation.missingFields[lack].length).toBeGreaterThan(10);
      } else
        for (const { of, form } of members)
          expect(about[of], `declare ${of} by \`about\` of the operation`).toMatch(form);
    },
  );
});

test('a worker without a number has none, and a question has a date only if it is about a worker', () => {
  const [{ operation }] = submissions as [(typeof submissions)[number]];
  const input = { regimen: '0111', ccc: '28000000097', dni: '12345678Z', nss: '000000000000' };
  expect(aboutOf(operation, { ...input, fecha_real: '2026-12-01' })).toEqual({
    regimen: '0111',
    ccc: '28000000097',
    document: '12345678Z',
    date: '2026-12-01',
  });
  const reading = operations.find(({ operation }) => operation.kind === 'reading');
  const question = reading!.operation as never;
  expect(aboutOf(question, { dni: '12345678Z', startDate: '2026-12-01' })).toEqual({
    document: '12345678Z',
    date: '2026-12-01',
  });
  expect(aboutOf(question, { regimen: '0111', startDate: '2026-12-01' })).toEqual({ regimen: '0111' });
});
