import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getSettlementReceipt } from '../../../functions/gateway/seg-social/operations/get-settlement-receipt.ts';
import { demoData } from '../../../local/demo.ts';
import { collectExchanges } from '../../../reference/wire/table.ts';
import { authorityPort, type ExchangeRecord } from '../../../shared/authorities/authority-port.ts';
import type { Exchange } from '../../../shared/authorities/exchange.ts';
import { settlementReceipt } from '../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { isSwitchedOn } from '../../../shared/kernel/config.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { requestsOf } from '../../support/requests.ts';
import { useAuthorities } from '../../support/stand-in/use-authorities.ts';

/** Exchanges that are disabled until somebody with a certificate has seen their screens, and how an operator enables them. */

const MESSAGE = expect.stringMatching(/Seguridad Social.* no está activada .* No se ha enviado nada\.$/);
const OFF = {
  status: 503,
  message: MESSAGE,
  errors: { tgss: [MESSAGE] },
  maintenance: false,
  headers: { 'Retry-After': '86400' },
};

/** A port without an authority. Every exchange ends when the certificate is loaded. */
const portWith = (isSwitchedOn?: (exchange: string) => boolean) => {
  const records: ExchangeRecord[] = [];
  const port = authorityPort({
    authority: 'tgss',
    baseUrl: 'https://localhost:1',
    credential: () => Promise.reject(new Error('the certificate was asked for')),
    dry: false,
    deadline: new Date(Date.now() + 60_000),
    log: (record) => records.push(record),
    ...(isSwitchedOn && { isSwitchedOn }),
  });
  return { port, records };
};

const submission: Exchange<'submission', undefined, string> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'TEST submission',
  standing: { state: 'assumed', note: '', ifWrong: '' },
  offUntilSeen: true,
  *script() {
    yield { method: 'POST', path: '/', commits: true };
    return 'filed';
  },
};

describe('an exchange that is off until seen', () => {
  const receipt = { regimen: '0111', ccc: '28000000097', type: 'L00', from: '2026-01', to: '2026-01' };

  test('the exchange is refused with 503 before the certificate is loaded, read or filed', async () => {
    const { port, records } = portWith((name) => name === 'another');
    const read = port.read(settlementReceipt, receipt);
    await expect(read).rejects.toBeInstanceOf(ServiceError);
    await expect(read).rejects.toMatchObject(OFF);
    await expect(port.submit(submission, undefined)).rejects.toMatchObject(OFF);
    expect(records).toMatchObject([
      { exchange: settlementReceipt.name, attempts: 0, steps: 0, outcome: 'off' },
      { exchange: submission.name, attempts: 0, steps: 0, outcome: 'off' },
    ]);
  });

  test('the exchange is off if the port has no `isSwitchedOn`', async () => {
    await expect(portWith().port.read(settlementReceipt, receipt)).rejects.toMatchObject(OFF);
  });

  test('the exchange is used after it is switched on by its name', async () => {
    const { port } = portWith((name) => name === settlementReceipt.name);
    await expect(port.read(settlementReceipt, receipt)).rejects.toThrow('the certificate was asked for');
  });

  test('the exchange leaves others as they are', async () => {
    const { offUntilSeen: _, ...usual } = submission;
    await expect(portWith().port.submit(usual, undefined)).rejects.toThrow('the certificate was asked for');
  });
});

describe('operations with an exchange that is off', () => {
  const authorities = useAuthorities();

  test('the operation of an exchange that is off answers 503, and reaches no authority', async () => {
    const { request } = requestsOf(demoData())['GET /seg-social/report-rlc']!;
    const run = authorities.run(getSettlementReceipt, request, { switchedOn: false });
    await expect(run).rejects.toMatchObject(OFF);
    const stats = await (await fetch(`${authorities.sandbox.controlUrl}/stats`)).json();
    expect(stats).toMatchObject({ handshakes: 0, requests: {} });
  });
});

describe('the setting of a stage that switches exchanges on', () => {
  afterEach(() => vi.unstubAllEnvs());
  const { stages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8')).context;

  test('the setting is all of them in the sandbox, and names elsewhere', () => {
    vi.stubEnv('SWITCHED_ON', JSON.stringify(stages.sandbox.switchedOn));
    expect(isSwitchedOn('anything')).toBe(true);
    vi.stubEnv('SWITCHED_ON', JSON.stringify(['A', 'B c']));
    expect(['A', 'B c', 'B', ''].map(isSwitchedOn)).toEqual([true, true, false, false]);
  });

  test('the setting names exchanges that are off until seen, and no others', async () => {
    const off = (await collectExchanges()).filter(({ offUntilSeen }) => offUntilSeen).map(({ name }) => name);
    expect(off).toContain(settlementReceipt.name);
    for (const name of stages.production.switchedOn) expect(off).toContain(name);
  });

  test('the setting of production has none of them on yet', () => {
    expect(stages.production.switchedOn).toEqual([]);
  });
});
