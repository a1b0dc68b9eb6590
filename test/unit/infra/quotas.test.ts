import { describe, expect, test } from 'vitest';
import { type Deployed, QUOTAS } from '../../support/infra/quotas.ts';
import { gateways, observabilities, resourcesOf, templatesOf } from '../../support/infra/templates.ts';

/** What AWS refuses and no emulator does: each template of both stages against the quotas of AWS. */

const templates = [...Object.values(gateways), ...Object.values(observabilities)].flatMap((stack) => {
  const whole = resourcesOf(stack);
  return templatesOf(stack).map(({ name, template }): [string, Deployed] => [name, { template, whole }]);
});

describe.each(Object.entries(QUOTAS))('%s', (_, { most, free = 0, advice, source, uses }) => {
  const used = templates
    .map(([name, deployed]) => ({ name, amounts: uses(deployed) }))
    .filter(({ amounts }) => amounts.length > 0)
    .map((one) => ({ ...one, left: most - Math.max(...one.amounts.map(([, amount]) => amount)) }));

  test('has a source, and something that uses it', () => {
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
    expect(Math.min(...used.map(({ left }) => left))).toBeLessThan(most);
  });

  test.each(used)('$name has $left left', ({ amounts }) => {
    const over = amounts.filter(([, amount]) => amount > most - free);
    expect(
      over.map(([name, amount]) => `${name}: ${amount} of ${most}, ${free} to be left`),
      advice,
    ).toEqual([]);
  });
});
