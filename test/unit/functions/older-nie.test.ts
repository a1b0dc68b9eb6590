import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checkContract } from '../../../functions/gateway/sepe/found-contract.ts';
import { demoData } from '../../../local/demo.ts';
import { nie } from '../../../sandbox/identifiers.ts';
import type { ContractData } from '../../../shared/authorities/sepe/contrata/contract-data.ts';
import { withoutKind } from '../../../shared/authorities/sepe/identifiers.ts';
import {
  documentKind,
  padDocument,
  sameCode,
  unpadDocument,
} from '../../../shared/authorities/tgss/values.ts';
import { hasValidCheckDigits } from '../../../shared/kernel/identifiers.ts';
import { unwrapped } from '../../../shared/kernel/request-value.ts';
import { isSameDocument, plainDocument, withoutPadding } from '../../../shared/kernel/text.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { contentHashOf } from '../../../shared/serving/filing/content.ts';
import { triedName } from '../../../shared/serving/filing/draft.ts';
import type { Acting } from '../../../shared/serving/stages.ts';
import { at, leavesOf, withOther } from '../../support/other-values.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';
import { operationsAtAuthorities as operations } from '../../support/stand-in/counted.ts';

/**
 * A NIE with X and eight digits, as issued until 2008, means the same person as the one with seven digits, wherever a document
 * is sent.
 */

const NIE = nie('X', 9_999_001);
const OLDER = `X0${NIE.slice(1)}`;

const requests = requestsOf(demoData());

type Fields = Record<string, unknown>;

/** The fields for a worker's or holder's document, and for a tax id, which can be a person's. */
// The tax id of a file says whose it is: the field is only compared with it.
const OF_FILE = 'POST /aeat/modelo-190';
const places = [...operations]
  .filter(([name]) => name !== OF_FILE)
  .flatMap(([name, operation]) =>
    leavesOf(operation.request)
      .filter(({ path, schema }) => {
        const kind = z.globalRegistry.get(unwrapped(schema))?.identifier;
        return kind === 'document' || kind === 'cif' || path.at(-1) === 'IDENTIFICADORPFISICA';
      })
      .map(({ path }) => ({ name, operation, path, field: path.join('.') })),
  );

/** The request with this document, and with the kind of document next to it if there is a field for it. */
const withDocument = (sent: Fields, path: string[], document: string): Fields => {
  const beside = at(sent, path.slice(0, -1)) as Fields | undefined;
  const whole = path.at(-1) === 'IDENTIFICADORPFISICA' ? `E${document}` : document;
  return Object.entries({ identificacion: '6', docType: 'E' })
    .filter(([field]) => ['dni', 'doc'].includes(path.at(-1)!) && beside?.[field] !== undefined)
    .reduce(
      (changed, [field, kind]) => withOther(changed, [...path.slice(0, -1), field], kind),
      withOther(sent, path, whole),
    );
};

test('the documents of persons are fields of many operations', () => {
  expect(places.length).toBeGreaterThan(40);
});

test.each(places)(
  'the field $field of $name is read as the present form of an older NIE',
  ({ name, operation, path }) => {
    const { request, more = [] } = requestOf(requests, name);
    const sent = [request, ...more].find((one) => at(one, path.slice(0, -1)) !== undefined) as Fields;
    const read = (document: string) => {
      const { value, errors } = readRequest(operation.request, withDocument(sent, path, document), {
        onlyDefined: true,
        forAuthority: true,
      });
      const acting = { certificate: { clientId: 0, dni: '12345678Z' }, operation, input: value };
      return { value, errors, content: value && contentHashOf(acting as unknown as Acting) };
    };
    const { errors, ...older } = read(OLDER);
    expect(errors).toEqual({});
    expect(older).toEqual({ value: read(NIE).value, content: read(NIE).content });
  },
);

describe('an older NIE', () => {
  test('an older NIE is the same person in all comparisons, and no other person', () => {
    for (const written of [OLDER, `0${OLDER}`, OLDER.toLowerCase(), `0${NIE}`]) {
      expect(plainDocument(written)).toBe(NIE);
      expect(isSameDocument(written, NIE)).toBe(true);
      expect(sameCode(NIE, written)).toBe(true);
    }
    const start = { startDate: '2026-12-01' };
    expect(triedName('a', 'POST /x', { dni: OLDER, ...start })).toBe(
      triedName('a', 'POST /x', { dni: NIE, ...start }),
    );
    // Letters other than X, other lengths, and eight digits that do not begin with zero.
    for (const other of ['Y01234567L', 'X1234567L0', 'X11234567L', 'X001234567L', 'AX01234567L'])
      expect([plainDocument(other), withoutPadding(other)]).toEqual([other, other]);
  });

  test('an older NIE is of the kind NIE, and goes to the portal and comes from it in its present form', () => {
    expect(documentKind(OLDER)).toBe('6');
    expect(padDocument(OLDER)).toBe(`0${NIE}`);
    expect(unpadDocument(OLDER, '6')).toBe(NIE);
    expect(unpadDocument(`0${NIE}`, '6')).toBe(NIE);
    expect(withoutKind(`E${OLDER}`)).toBe(NIE);
    expect(withoutKind(`E ${OLDER}`)).toBe(NIE);
    // With these letters SEPE has its own numbers.
    for (const kind of ['U', 'W']) expect(withoutKind(`${kind}${OLDER}`)).toBe(OLDER);
  });

  test('an older NIE has the check letter of its present form', () => {
    const isValid = (document: string) =>
      [{ identificacion: '6' }, { docType: 'E' }, {}].map((context) =>
        hasValidCheckDigits('document', document, context),
      );
    expect(isValid(OLDER)).toEqual([true, true, true]);
    const wrong = `${OLDER.slice(0, -1)}${OLDER.endsWith('A') ? 'B' : 'A'}`;
    expect(isValid(wrong)).toEqual([false, false, false]);
    expect(hasValidCheckDigits('cif', OLDER, {})).toBe(true);
  });

  test('an older NIE on SEPE’s page of a contract is the worker who was sent', () => {
    const shown = { document: OLDER, cif: '' } as ContractData;
    const sent = { dni: NIE, startDate: '2026-12-01', names: { worker: 'dni', startDate: 'startDate' } };
    expect(() => checkContract(shown, sent)).not.toThrow();
    expect(() => checkContract({ ...shown, document: nie('X', 9_999_002) }, sent)).toThrow(/otro trabajador/);
  });
});
