import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommitGuard, PortOptions } from '../../../shared/authorities/port-options.ts';
import { runOperation } from '../../../shared/serving/run.ts';
import { runnerOf } from '../../../shared/serving/runner.ts';
import { realServices } from '../../../shared/serving/services.ts';
import { ownServices } from '../../../shared/serving/start/own-services.ts';
import { stores } from '../../../shared/stores/stores.ts';
import { toldServices } from '../../support/stores/told.ts';
import {
  type Answers,
  callWith,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../support/stores/told-filing.ts';

/** How the operation of a request is run: at once or later, behind a record or not, and with what. */

beforeEach(stubSettings);

const READING = { ...SUBMISSION, kind: 'reading', method: 'GET', path: '/idc' };
const RESOURCE = { kind: 'resource', method: 'GET', path: '/clients' };

describe('a request', () => {
  const serve = async (
    operation: object,
    {
      run = async () => ({ data: 1 }),
      headers = {},
      answers = {},
      call: given = {},
    }: {
      run?: (input: unknown, ports: Record<string, unknown>) => unknown;
      headers?: object;
      answers?: Answers;
      call?: object;
    } = {},
  ) => {
    const made = toldServices(NOW, answers);
    const ran = vi.fn(run);
    const call = callWith({ deadline: inMs(25_000), operation: { ...operation, run: ran }, ...given });
    const event = {
      headers,
      resource: '/v4/seg-social/x',
      requestContext: { path: '/api/v4/seg-social/x' },
    } as unknown as APIGatewayProxyEvent;
    const outcome = await runOperation(made.services)(event, { call } as never);
    return { ...made, call, ran, outcome };
  };

  test('to the gateway’s own resources is run at once, whatever it prefers', async () => {
    const { outcome, ran, seen } = await serve(RESOURCE, { headers: { Prefer: 'respond-async' } });
    expect(outcome).toEqual({ data: 1 });
    expect(ran).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([]);
  });

  test('that asks is run at once, without a record', async () => {
    const { outcome, asked, call } = await serve(READING);
    expect(outcome).toEqual({ data: 1 });
    expect(asked('claimFiling')).toEqual([]);
    expect(asked('findGuarded')).toEqual([]);
    expect(call.filingId).toBeUndefined();
  });

  test('whose answer may be prepared is looked for first', async () => {
    const prepared = { ...READING, mayBePrepared: true };
    const known = await serve(prepared, {
      answers: { findGuarded: () => ({ ...FILING, state: 'preparing' }) },
    });
    expect(known.ran).not.toHaveBeenCalled();
    expect(known.call.filingId).toBe('f1');
    const first = await serve(prepared, { run: async () => ({ message: 'm', preparing: true }) });
    expect(first.ran).toHaveBeenCalledTimes(1);
    expect(first.asked('claimFiling')[0]![0]).toMatchObject({
      state: 'preparing',
      operation: 'GET /api/v4/seg-social/x',
    });
  });

  test('that files does so behind its record', async () => {
    const { outcome, asked, call } = await serve(SUBMISSION, {
      headers: { 'idempotency-key': 'k' },
      run: async (_, { filingId, tgss }) => ({ data: [filingId, tgss] }),
    });
    expect(outcome).toEqual({ data: [call.filingId, 'authority'] });
    expect(asked('claimFiling')).toEqual([
      [
        expect.objectContaining({
          id: call.filingId,
          key: 'k',
          operation: 'POST /api/v4/seg-social/x',
          state: 'claimed',
        }),
        expect.anything(),
      ],
    ]);
    const { guard } = (asked('openAuthority') as [[PortOptions]])[0][0];
    expect(guard).toHaveProperty('beforeCommit');
    expect(asked('putDryRun')).toEqual([]);
  });

  test('for a dry run files nothing, says so, and is noted at its end', async () => {
    const { outcome, asked, ran } = await serve(SUBMISSION, {
      call: { dry: true },
      run: async () => ({ data: 1, message: 'Algo.' }),
    });
    expect(outcome).toEqual({
      data: 1,
      message: expect.stringMatching(/^Prueba correcta .* No se ha presentado nada\. .* Algo\.$/),
    });
    expect(ran).toHaveBeenCalledTimes(1);
    expect(asked('claimFiling')).toEqual([]);
    expect((asked('openAuthority') as [[PortOptions]])[0][0]).not.toHaveProperty('guard');
    expect(asked('putDryRun')).toEqual([
      [
        expect.objectContaining({ operation: 'POST /api/v4/seg-social/x', dry: true, state: 'ended' }),
        undefined,
        NOW,
      ],
    ]);
  });

  test('for a dry run that did not go well is told so, and noted too', async () => {
    const reply = { success: false, message: 'Falta elegir.' };
    const { outcome, asked } = await serve(SUBMISSION, { call: { dry: true }, run: async () => reply });
    expect(outcome).toBe(reply);
    expect(asked('putDryRun')).toHaveLength(1);
    const fails = async () => {
      throw new Error('x');
    };
    await expect(serve(SUBMISSION, { call: { dry: true }, run: fails })).rejects.toThrow('x');
  });

  test.each([SUBMISSION, READING])(
    'of a $kind is written down and made later, where the caller prefers that',
    async (operation) => {
      const { outcome, ran, call, asked } = await serve(operation, { headers: { Prefer: 'respond-async' } });
      expect(outcome).toMatchObject({
        status: 202,
        headers: { Location: `/api/v4/tramites/${call.filingId}` },
      });
      expect(ran).not.toHaveBeenCalled();
      expect(asked('claimFiling')[0]![0]).toMatchObject({
        state: 'queued',
        operation: `${operation.method} /api/v4/seg-social/x`,
      });
    },
  );

  test('of no operation is a defect', async () => {
    await expect(serve({}, { call: { operation: undefined } })).rejects.toThrow(
      'a request without operation was admitted',
    );
  });
});

describe('the runner of an operation', () => {
  const runner = async (operation: object, given: object = {}, answers: Answers = {}) => {
    const made = toldServices(NOW, answers);
    const ran: [unknown, Record<string, unknown>][] = [];
    const call = callWith({ ip: 'ip', origin: 'o', deadline: inMs(25_000), ...given });
    const run = await runnerOf(made.services, call, {
      ...operation,
      run: async (...of: [unknown, never]) => void ran.push(of),
    } as never);
    return { ...made, call, run, ran };
  };

  test('gives what it needs: its input, its authority, the ports and the filings', async () => {
    const { run, ran, asked } = await runner(SUBMISSION);
    expect(ran).toEqual([]);
    expect(asked('openAuthority')).toEqual([]);
    const guard = { beforeCommit: async () => {} } as unknown as CommitGuard;
    await run(guard, 'f9');
    const [[input, ports]] = ran as [(typeof ran)[0]];
    expect(input).toEqual({ a: 1 });
    expect(ports).toMatchObject({ filingId: 'f9', tgss: 'authority', ip: 'ip', now: NOW });
    expect(ports.filings).toHaveProperty('check');
    expect(ports).not.toHaveProperty('user');
    expect((asked('openAuthority') as [[PortOptions]])[0][0].guard).toBe(guard);
  });

  test('opens an authority anew for each run, and without a guard where nothing is filed', async () => {
    const { run, ran, asked } = await runner(READING);
    await run();
    await run();
    expect(ran[0]![1]).toMatchObject({ filingId: '', tgss: 'authority' });
    expect(asked('openAuthority')).toHaveLength(2);
    expect(asked('openAuthority')[0]![0]).not.toHaveProperty('guard');
  });

  test('gives a resource the user and the count of the request, and no authority', async () => {
    const user = { email: 'x' };
    const admitted = vi.fn(async () => {});
    const { run, ran, asked } = await runner(RESOURCE, { user, admitted });
    await run();
    const [[input, ports]] = ran as [(typeof ran)[0]];
    expect(input).toEqual({ a: 1 });
    expect(ports.user).toBe(user);
    expect(ports.admitted).toBe(admitted);
    expect(ports.filings).toHaveProperty('check');
    expect(ports).not.toHaveProperty('tgss');
    expect(asked('openAuthority')).toEqual([]);
  });

  test('of an anonymous request fails as soon as it reads who calls, and not before', async () => {
    const { run, ran } = await runner(RESOURCE, { caller: undefined, certificate: undefined });
    await run();
    const [[, ports]] = ran as [(typeof ran)[0]];
    expect(await (ports as { admitted(): Promise<void> }).admitted()).toBeUndefined();
    expect(() => ports.user).toThrow('an operation with anonymous access has no user');
    expect(() => ports.caller).toThrow('an operation with anonymous access has no caller');
  });
});

describe('the services of a deployed function', () => {
  test('are the real stores, the clock, and ids that nobody guesses', () => {
    expect(realServices.stores).toBe(stores);
    expect(Math.abs(realServices.now().getTime() - Date.now())).toBeLessThan(1_000);
    expect(realServices.newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  test('load what talks with authorities, and open one', async () => {
    expect(await realServices.loadAuthorities!()).toHaveProperty('authorityPort');
    const port = await realServices.openAuthority({
      authority: 'tgss',
      baseUrl: 'https://tgss.invalid',
      credential: () => Promise.reject(new Error('not needed')),
      dry: true,
      deadline: inMs(0),
      log: () => {},
    });
    expect(port).toMatchObject({ dry: true, read: expect.any(Function), submit: expect.any(Function) });
  });

  test('are the same without authorities, where it acts before none', () => {
    const { openAuthority: _, loadAuthorities: __, ...real } = realServices;
    const { openAuthority, ...own } = ownServices;
    expect(own).toEqual(real);
    expect(() => openAuthority({} as PortOptions)).toThrow('this function acts before no authority');
  });
});
