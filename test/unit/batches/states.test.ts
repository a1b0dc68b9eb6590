import { expect, test } from 'vitest';
import { warningsOf } from '../../../functions/capabilities/batches/driver/states.ts';

/** The warnings of a row that a person should read. */

const step = { operation: 'POST /x', certificate: { certificateId: 'c' }, body: {} } as never;
const entry = { number: 1, steps: [step, { ...(step as object), warnings: ['Sin simulacro.'] }] } as never;
const OTHERS = 'La cuenta de cotización es del cliente 7, y el certificado, del cliente 3.';

test('a row has the warnings of all its steps, each once, in their order', () => {
  expect(warningsOf(entry, new Map(), { clientId: 0 })).toEqual(['Sin simulacro.']);
  const rows = new Map([[1, { warnings: [['Tarde.', OTHERS], ['Tarde.']] }]]);
  expect(warningsOf(entry, rows, { clientId: 0 })).toEqual(['Tarde.', OTHERS, 'Sin simulacro.']);
});

test('a batch of a client company names no other client company', () => {
  const rows = new Map([[1, { warnings: [['Tarde.', OTHERS]] }]]);
  expect(warningsOf(entry, rows, { clientId: 3 })).toEqual(['Tarde.', 'Sin simulacro.']);
});
