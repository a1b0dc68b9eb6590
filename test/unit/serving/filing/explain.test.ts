import { beforeEach, describe, expect, test } from 'vitest';
import type { ServiceError } from '../../../../shared/kernel/errors.ts';
import { explain, isUnderWay } from '../../../../shared/serving/filing/explain.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import {
  type Answers,
  AT,
  actingWith,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../../support/stores/scripted-services.ts';

/** The answer to a request whose filing is made, or was made, by another request. */

beforeEach(stubSettings);

test('a filing is under way while it is queued, claimed or may still commit', () => {
  const under = (given: Partial<Filing>) => isUnderWay({ ...FILING, ...given }, NOW);
  for (const state of ['queued', 'claimed'] as const)
    expect(under({ state, claimedAt: inMs(-1e9).toISOString() })).toBe(true);
  expect(under({ committingAt: inMs(-59_000).toISOString() })).toBe(true);
  expect(under({ committingAt: inMs(-59_001).toISOString() })).toBe(false);
  for (const state of ['unknown', 'accepted', 'refused', 'ended'] as const)
    expect(under({ state })).toBe(false);
});

describe('a request with the content or key of another filing', () => {
  const ask = async (
    given: Partial<Filing>,
    way: object = {},
    answers: Answers = {},
    operation: object = SUBMISSION,
    by: object = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    const filing = { ...FILING, ...given } as Filing;
    const acting = actingWith({ operation, ...by, trace: { filingId: filing.id } });
    const outcome = await explain(made.services, acting, {
      kind: 'content',
      filing,
      sameRequest: true,
      own: {
        filing: { ...FILING, id: 'f2', guards: { content: 'c' }, details: 'd' } as Filing,
        macs: { worker: 'w' },
        isWritten: false,
      },
      ...way,
    }).then(
      (value) => ({ value: value as unknown as { status?: number; body?: { message: string } } }),
      (error: ServiceError) => ({ error }),
    );
    return { ...made, outcome, named: acting.trace.filingId };
  };

  describe('a request with another certificate of the account', () => {
    const UNKNOWN: Partial<Filing> = { state: 'unknown' };
    const ACT = { kind: 'act' };
    const company = { caller: { accountId: 'a1', userId: 'u1', clientId: 7 } };

    test('the request is stopped, its answer has both trámites and what to do, and its record says so', async () => {
      const { outcome, asked, named } = await ask(UNKNOWN, ACT);
      const message =
        'Lo mismo ya se envió con otro certificado de la cuenta (trámite f1), y no se conoce su resultado. Esta petición no se ha ' +
        'enviado (trámite f2). Búsquelo en el organismo (POST /tramites/f1/check) o declare qué ha visto ' +
        '(POST /tramites/f1/resolve). Si no consta, vuelva a enviar esta petición.';
      expect(outcome).toMatchObject({ error: { status: 409, message } });
      expect(named).toBe('f2');
      const [[record, macs]] = asked('putStopped') as [[Filing, object]];
      expect(record).toMatchObject({ id: 'f2', state: 'ended', status: 409, message, endedAt: AT });
      for (const name of ['guards', 'committingAt', 'refusal']) expect(record).not.toHaveProperty(name);
      expect(macs).toEqual({ worker: 'w' });
      // This request does not choose the certificate with which the filing is looked up.
      expect(asked('openAuthority')).toEqual([]);
    });

    test('the request must wait while the other filing is made', async () => {
      const { outcome } = await ask({ state: 'queued' }, ACT);
      expect(outcome).toMatchObject({
        error: {
          status: 409,
          headers: { 'Retry-After': '5' },
          message: expect.stringMatching(/\(trámite f1\), y aún se está tramitando\..*\(trámite f2\)/),
        },
      });
    });

    test('the request is answered from the record of a filing that a person declared filed', async () => {
      const stated = { filed: true, note: '', userId: 'u2', at: AT };
      const { outcome, asked } = await ask({ ...UNKNOWN, stated }, ACT);
      expect(outcome).toMatchObject({ value: { status: 200 } });
      expect(asked('putStopped')).toEqual([]);
      const ofOther = await ask({ ...UNKNOWN, stated }, ACT, {}, SUBMISSION, company);
      expect(ofOther.outcome).toMatchObject({ error: { status: 409 } });
      expect(JSON.stringify(ofOther.outcome)).not.toContain('f1');
    });

    test('a client company learns which certificate it was only if the certificate is its own', async () => {
      const { outcome, named } = await ask(UNKNOWN, ACT, {}, SUBMISSION, company);
      expect(outcome).toMatchObject({
        error: { status: 409, message: expect.stringContaining('Pregunte a quien lleva su cuenta') },
      });
      expect([JSON.stringify(outcome).includes('f1'), named]).toEqual([false, 'f2']);
      const own = await ask({ ...UNKNOWN, clientId: 7 }, ACT, {}, SUBMISSION, company);
      expect(own.outcome).toMatchObject({ error: { message: expect.stringContaining('(trámite f1)') } });
    });

    test('the request is stopped also if no record of it can be written', async () => {
      const gone = await ask(UNKNOWN, ACT, { putStopped: down });
      expect(gone.outcome).toMatchObject({
        error: { status: 409, message: expect.stringContaining('trámite f1') },
      });
      expect([JSON.stringify(gone.outcome).includes('f2'), gone.named]).toEqual([false, 'f1']);
      const unseen = await ask(UNKNOWN, ACT, { putStopped: down }, SUBMISSION, company);
      expect(unseen.outcome).toMatchObject({ error: { status: 409 } });
      expect(unseen.named).toBeUndefined();
    });
  });

  describe('a request with other details than the filing', () => {
    const ONCE = { kind: 'act' };
    const OTHER: Partial<Filing> = { state: 'unknown', details: 'others' };

    test('the request is stopped with a message that says that the details differ', async () => {
      const { outcome, named } = await ask(OTHER, ONCE);
      expect(outcome).toMatchObject({
        error: {
          status: 409,
          message: expect.stringMatching(/con otros datos \(trámite f1\), y no se conoce/),
        },
      });
      expect(named).toBe('f2');
    });

    test('the request is not answered with a filing of other details that a person declared filed', async () => {
      const stated = { filed: true, note: '', userId: 'u2', at: AT };
      const { outcome, asked } = await ask({ ...OTHER, stated }, ONCE);
      const message =
        'Lo mismo ya se envió con otros datos (trámite f1), y se declaró presentado. Esta petición no se ha enviado (trámite f2). ' +
        'Si aquello no consta en el organismo, declárelo (POST /tramites/f1/resolve) y vuelva a enviar esta petición.';
      expect(outcome).toMatchObject({ error: { status: 409, message } });
      expect(asked('putStopped')).toHaveLength(1);
    });
  });

  test('a request with the same key and other content is refused', async () => {
    const { outcome } = await ask({ state: 'accepted' }, { kind: 'key', sameRequest: false });
    expect(outcome).toMatchObject({
      error: {
        status: 422,
        errors: { 'Idempotency-Key': [expect.stringContaining('Esta clave ya se usó con otra petición.')] },
      },
    });
    expect((await ask({ state: 'accepted', answer: '{}' }, { sameRequest: false })).outcome).toHaveProperty(
      'value',
    );
  });

  test('a request must wait while an equal filing is under way', async () => {
    expect((await ask({})).outcome).toMatchObject({
      error: { status: 409, message: expect.stringContaining('f1') },
    });
  });

  test('a request gets the answer of the equal filing that has ended', async () => {
    for (const state of ['accepted', 'refused'] as const) {
      const { outcome, asked } = await ask({ state, status: 200, answer: '{"message":"m"}' });
      expect(outcome).toMatchObject({ value: { status: 200, body: { message: 'm' } } });
      expect(asked('openAuthority')).toEqual([]);
    }
  });

  const found = { lookUp: { find: async () => ({ data: 'found' }) } };
  test('a request causes a look-up if only the document of the equal filing is missing', async () => {
    const { outcome } = await ask(
      { state: 'accepted', status: 500, answer: '{}' },
      {},
      {},
      { ...SUBMISSION, ...found },
    );
    expect(outcome).toEqual({ value: { data: 'found' } });
    const nothing = { ...SUBMISSION, lookUp: { find: async () => undefined } };
    const again = await ask({ state: 'accepted', status: 500, answer: '{"message":"m"}' }, {}, {}, nothing);
    expect(again.outcome).toMatchObject({ value: { status: 500, body: { message: 'm' } } });
    expect(
      (await ask({ state: 'refused', status: 500, answer: '{}' }, {}, {}, { ...SUBMISSION, ...found })).asked(
        'openAuthority',
      ),
    ).toEqual([]);
    expect(
      (
        await ask({ state: 'accepted', status: 499, answer: '{}' }, {}, {}, { ...SUBMISSION, ...found })
      ).asked('openAuthority'),
    ).toEqual([]);
  });

  test('a request is answered from the record that a person declared filed, without a look-up', async () => {
    const stated = { filed: true, note: 'n', userId: 'u2', at: AT };
    const declared = (answers: Answers) =>
      ask({ state: 'unknown', stated }, {}, answers, { ...SUBMISSION, ...found });
    const { outcome, asked } = await declared({ findUser: () => ({ email: 'ana@example.com' }) });
    expect(outcome).toMatchObject({
      value: {
        status: 200,
        body: {
          success: true,
          message:
            'ana@example.com declaró el 04/11/2026 a las 12:00 que ya consta en la Seguridad Social, así que no se ha vuelto a ' +
            'enviar. Si después se anuló por otro medio, declare primero que no consta. Trámite: f1.',
        },
      },
    });
    expect(asked('findUser')).toEqual([['u2']]);
    expect(asked('openAuthority')).toEqual([]);
    const { value } = (await declared({})).outcome as { value: { body: { message: string } } };
    expect(value.body.message).toMatch(/^El usuario u2 declaró el /);
    const not = { state: 'unknown', stated: { ...stated, filed: false } } as const;
    expect((await ask(not, {}, {}, { ...SUBMISSION, ...found })).outcome).toEqual({
      value: { data: 'found' },
    });
  });

  test('a request causes a look-up if the outcome of the equal filing is unknown, which stays so if nothing is found', async () => {
    expect((await ask({ state: 'unknown' }, {}, {}, { ...SUBMISSION, ...found })).outcome).toEqual({
      value: { data: 'found' },
    });
    expect((await ask({ state: 'unknown' })).outcome).toMatchObject({
      error: { status: 502, message: expect.stringContaining('f1') },
    });
  });
});
