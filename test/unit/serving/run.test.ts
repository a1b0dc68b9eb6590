import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ownServices, realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import type { PortOptions } from '../../../shared/authorities/authority-port.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import { runBeforeAuthority } from '../../../shared/serving/before-authority.ts';
import { runnerOf, runResource } from '../../../shared/serving/run.ts';
import { isActing, type Read } from '../../../shared/serving/stages.ts';
import {
  type Answers,
  actingWith,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../support/stores/scripted-services.ts';

/** How the operation of a request is run: synchronously or not, with or without a record, and with which ports. */

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
      call?: Record<string, unknown>;
    } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    const ran = vi.fn(run);
    const event = {
      headers,
      resource: '/v4/seg-social/x',
      requestContext: { path: '/api/v4/seg-social/x' },
    } as unknown as APIGatewayProxyEvent;
    const read = actingWith({
      event,
      deadline: inMs(25_000),
      operation: { ...operation, run: ran },
      ...given,
    });
    const known: Read = read as never;
    const outcome = await (isActing(known)
      ? runBeforeAuthority(made.services, known)
      : runResource(made.services, known));
    return { ...made, trace: read.trace, ran, outcome };
  };

  test('a request for the gateway’s own resources is run at once, whatever it prefers', async () => {
    const { outcome, ran, seen } = await serve(RESOURCE, { headers: { Prefer: 'respond-async' } });
    expect(outcome).toEqual({ data: 1 });
    expect(ran).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([]);
  });

  test('a question is run at once, without a record', async () => {
    const { outcome, asked, trace } = await serve(READING);
    expect(outcome).toEqual({ data: 1 });
    expect(asked('claimFiling')).toEqual([]);
    expect(asked('findLocked')).toEqual([]);
    expect(trace.filingId).toBeUndefined();
  });

  test('a dry run files nothing, says so, and is recorded at its end', async () => {
    const { outcome, asked, ran } = await serve(SUBMISSION, {
      call: { dry: true },
      run: async () => ({ data: 1, message: 'Algo.', warnings: ['Se corta.'] }),
    });
    expect(outcome).toEqual({
      data: 1,
      message: expect.stringMatching(/^Simulacro correcto\. No se ha presentado nada\. .* Algo\.$/),
      warnings: ['Se corta.'],
      envelope: {
        warnings: ['Se corta.'],
        previewToken: expect.stringMatching(/^[0-9A-Z]{26}$/),
      },
    });
    expect(ran).toHaveBeenCalledTimes(1);
    expect(asked('claimFiling')).toEqual([]);
    expect((asked('openAuthority') as [[PortOptions]])[0][0]).not.toHaveProperty('filing');
    expect(asked('putDryRun')).toEqual([
      [
        expect.objectContaining({
          operation: 'POST /api/v4/seg-social/x',
          dry: true,
          state: 'ended',
          warnings: ['Se corta.'],
        }),
        {},
        NOW,
      ],
    ]);
  });

  test('a dry run without success is answered so, and recorded too', async () => {
    const reply = { success: false, message: 'Falta elegir.' };
    const { outcome, asked } = await serve(SUBMISSION, { call: { dry: true }, run: async () => reply });
    expect(outcome).toBe(reply);
    expect(asked('putDryRun')).toHaveLength(1);
    const fails = async () => {
      throw new Error('x');
    };
    await expect(serve(SUBMISSION, { call: { dry: true }, run: fails })).rejects.toThrow('x');
  });
});

describe('the runner of an operation', () => {
  const runner = (operation: object, answers: Answers = {}) => {
    const made = scriptedServices(NOW, answers);
    const ran: [unknown, Record<string, unknown>][] = [];
    const run = async (...of: [unknown, never]) => {
      ran.push(of);
      return {};
    };
    const acting = actingWith({ deadline: inMs(25_000), operation: { ...operation, run } });
    return { ...made, run: runnerOf(made.services, acting), ran };
  };

  test('the runner gives the operation its input, its authority, the ports and the filings', async () => {
    const { run, ran, asked } = runner(SUBMISSION);
    expect(ran).toEqual([]);
    expect(asked('openAuthority')).toEqual([]);
    const filing = { id: 'f9', begin() {}, send: async () => ({}) as never, accept() {}, reference() {} };
    await run(filing);
    const [[input, ports]] = ran as [(typeof ran)[0]];
    expect(input).toEqual({ a: 1 });
    expect(ports).toMatchObject({ filingId: 'f9', now: NOW });
    expect(ports.tgss).toBe('authority');
    expect((ports.filings as { check: unknown }).check).toBeTypeOf('function');
    expect(ports).not.toHaveProperty('user');
    expect((asked('openAuthority') as [[PortOptions]])[0][0].filing).toBe(filing);
  });

  test('the runner opens an authority again for each run, and commits nothing if nothing is filed', async () => {
    const { run, ran, asked } = runner(READING);
    await run();
    await run();
    expect(ran[0]![1]).toMatchObject({ filingId: '', tgss: 'authority' });
    expect(asked('openAuthority')).toHaveLength(2);
    expect(asked('openAuthority')[0]![0]).not.toHaveProperty('filing');
  });
});

describe('an operation on the gateway’s own resources', () => {
  const ports = async (given: Record<string, unknown>) => {
    const { services, asked } = scriptedServices(NOW);
    const run = vi.fn(async (..._: unknown[]) => ({}));
    const read = actingWith({ ip: 'ip', origin: 'o', operation: { ...RESOURCE, run }, ...given });
    await runResource(services, read as never);
    expect(asked('openAuthority')).toEqual([]);
    const [input, ports] = run.mock.calls[0] as [unknown, ResourcePorts];
    expect(input).toEqual({ a: 1 });
    return ports;
  };

  test('the operation gets the user, the address and the count of the request, and no authority', async () => {
    const user = { email: 'x' };
    const counting = Promise.reject(new Error('over'));
    counting.catch(() => {});
    const given = await ports({ user, trace: { counting } });
    expect(given).toMatchObject({ user, ip: 'ip', origin: 'o' });
    await expect(given.admitted()).rejects.toThrow('over');
    expect(given.filings?.check).toBeTypeOf('function');
    expect(given).not.toHaveProperty('tgss');
  });

  test('an anonymous request fails as soon as its operation reads who calls, and not before', async () => {
    const given = await ports({ caller: undefined, certificate: undefined });
    expect(await given.admitted()).toBeUndefined();
    expect(() => given.user).toThrow('an operation with anonymous access has no user');
    expect(() => given.caller).toThrow('an operation with anonymous access has no caller');
  });
});

describe('the services of a deployed function', () => {
  test('the services are the real stores, the clock, and ids that no one can guess', () => {
    expect(realServices.stores).toBe(stores);
    const before = Date.now();
    const now = realServices.now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(realServices.newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  test('the services load the code for authorities, and open an authority', async () => {
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

  test('the services are the same without authorities for a function that needs none', () => {
    const { openAuthority: _, loadAuthorities: __, ...real } = realServices;
    const { openAuthority, ...own } = ownServices;
    expect(own).toEqual(real);
    expect(() => openAuthority({} as PortOptions)).toThrow('this function acts before no authority');
  });
});
