import { describe, expect, test } from 'vitest';
import { removeRegistrationRecord } from '../../../../functions/gateway/seg-social/operations/remove-registration.ts';
import { removeTerminationRecord } from '../../../../functions/gateway/seg-social/operations/remove-termination.ts';
import { removeScheduled } from '../../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { situations } from '../../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { removeRegistration } from '../../../../shared/authorities/tgss/prosa/remove-registration.ts';
import { failure, portsTo, run } from '../../../support/portals/operations.ts';

const request = removeRegistrationRecord.example.request as Record<string, unknown>;

/** Removes a registration about which the portal shows these data. Returns the exchanges that were used. */
const removing = (shown: { fecha_alta?: string; fecha_baja?: string; dni?: string }, more: object = {}) => {
  const record = { fecha_alta: '2025-11-03', fecha_baja: '', dni: '12345678Z', ...shown };
  const { ports, asked } = portsTo('tgss', {
    [situations.name]: () => ({ records: [record], more: false }),
    [removeRegistration.name]: () => ({}),
    [removeScheduled.name]: () => ({}),
  });
  return { asked, outcome: run(removeRegistrationRecord, { ...request, ...more }, ports) };
};

test.each([
  ['with the same document', {}],
  ['with the same document, written otherwise', { dni: '0012345678z' }],
  ['that the portal shows without document', { dni: '' }],
])('the registration in force %s is removed', async (_, shown) => {
  const { asked, outcome } = removing(shown);
  expect(await outcome).toEqual({});
  expect(asked).toEqual([situations.name, removeRegistration.name]);
});

test.each([
  ['of another day', { fecha_alta: '2025-11-04' }, 'fecha_real'],
  ['that ended, of another day', { fecha_alta: '2025-10-01', fecha_baja: '2025-10-31' }, 'nss'],
  ['of a worker with another document', { dni: '87654321X' }, 'dni'],
])('a registration %s stays', async (_, shown, message) => {
  const { asked, outcome } = removing(shown);
  expect(await failure(outcome)).toMatchObject({ status: 422, errors: { [message]: [expect.any(String)] } });
  expect(asked).toEqual([situations.name]);
});

describe('a scheduled movement', () => {
  const later = { fecha_real: '2100-01-01' };

  test.each([
    ['of the worker', {}],
    ['of which the portal shows no document', { dni: '' }],
  ])('a movement %s is removed', async (_, shown) => {
    const { asked, outcome } = removing(shown, later);
    expect(await outcome).toEqual({});
    expect(asked).toEqual([situations.name, removeScheduled.name]);
  });

  test.each([
    ['a registration', removeRegistrationRecord],
    ['a termination', removeTerminationRecord],
  ])('a movement, %s, stays if its document is of another worker', async (_, operation) => {
    const { ports, asked } = portsTo('tgss', {
      [situations.name]: () => ({
        records: [{ fecha_alta: '2100-01-01', fecha_baja: '', dni: '87654321X' }],
      }),
    });
    const refused = await failure(run(operation, { ...request, ...later }, ports));
    expect(refused).toMatchObject({ status: 422, errors: { dni: [expect.any(String)] } });
    expect(asked).toEqual([situations.name]);
  });
});
