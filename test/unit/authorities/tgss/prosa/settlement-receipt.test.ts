import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getSettlementReceipt } from '../../../../../functions/gateway/seg-social/operations/get-settlement-receipt.ts';
import { seed } from '../../../../../sandbox/seed.ts';
import { connect } from '../../../../../shared/authorities/channel/channel.ts';
import type { Exchange, Script } from '../../../../../shared/authorities/exchange.ts';
import { runScript } from '../../../../../shared/authorities/run-script.ts';
import { openAs } from '../../../../../shared/authorities/tgss/prosa/authorised-users.ts';
import { NEVER_OPENED, openProsa } from '../../../../../shared/authorities/tgss/prosa/dialog.ts';
import { settlementReceipt } from '../../../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { outcomeOf } from '../../../../support/authorities.ts';
import { pdfText } from '../../../../support/pdf.ts';
import { useAuthorities } from '../../../../support/stand-in/use-authorities.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

const authorities = useAuthorities();

const { general } = seed.demo.accounts;
const { furtherAccount, rlc, authorizedUsers } = seed.demo;
const [own, further] = authorizedUsers;
const request = {
  regimen: general.regimen,
  ccc: general.ccc,
  liquidType: rlc.liquidType,
  startDate: rlc.startDate,
  endDate: rlc.endDate,
};
const input = {
  regimen: general.regimen,
  ccc: general.ccc,
  type: rlc.liquidType,
  from: rlc.startDate.slice(0, 7),
  to: rlc.endDate.slice(0, 7),
};

/** Runs a script against the stand-in, regardless of what the service allows. */
const runAlone = async <Out>(script: () => Script<Out>) => {
  const { sandbox, pki } = authorities;
  const credential = { version: '1', key: pki.client.key, chain: pki.client.chain };
  const channel = connect({ baseUrl: sandbox.url, ca: pki.authority.certificate, credential });
  const { shownForm: _, ...rest } = settlementReceipt;
  const exchange: Exchange<'reading', undefined, Out> = { ...rest, script };
  return runScript(
    { exchange, input: undefined, dry: false },
    ({ commits = false, headers, body, ...step }) => {
      const sent = { ...step, commits, ...(headers && { headers }), ...(body && { body }) };
      return channel.send(sent, Date.now() + 60_000);
    },
  );
};

describe('applications that settle contributions', () => {
  it('the applications are recognised by their codes', () => {
    expect(NEVER_OPENED).toEqual(['XV21Y300', 'XV21Y600', 'XV21Y800']);
  });

  it.each(NEVER_OPENED)(
    'the applications are never opened, which would be a defect: %s',
    async (application) => {
      for (const open of [() => openProsa(application), () => openAs(application, own, 'numAutorizado')]) {
        const { end, steps } = await runAlone(open);
        const { error } = end as { error: Error };
        expect([error.name, error.message]).toEqual(['Error', `no exchange may open ${application}`]);
        expect(steps).toBe(0);
      }
    },
  );

  it('no source names the applications except the one that forbids them', () => {
    const sources = globSync('{shared,functions}/**/*.ts', { cwd: ROOT });
    expect(sources.length).toBeGreaterThan(100);
    const naming = sources.filter((file) => /XV21Y[368]00/i.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(naming).toEqual(['shared/authorities/tgss/prosa/dialog.ts']);
  });
});

describe('the receipt, at the stand-in authority', () => {
  it.each([
    ['by the authorised user who has the contribution account', { numAutorizado: own }],
    ['by trying each authorised user', {}],
  ])('the receipt is read %s, and nothing is filed', async (_, more) => {
    const [submitted, digest] = [await authorities.submitted(), await authorities.digest()];
    const { data } = await authorities.run(getSettlementReceipt, { ...request, ...more });
    const { file } = data as { file: { name: string; content: string } };
    expect(file.name).toBe('RLC.pdf');
    const text = await pdfText(Buffer.from(file.content, 'base64'));
    for (const part of [
      'RECIBO DE LIQUIDACION',
      general.ccc,
      `${input.from.slice(5)}/${input.from.slice(0, 4)}`,
    ])
      expect(text).toContain(part);
    expect(await authorities.submitted()).toBe(submitted);
    expect(await authorities.digest()).toBe(digest);
  });

  it('the receipt is also found for a contribution account of another authorised user of the certificate', async () => {
    const { data } = await authorities.run(getSettlementReceipt, { ...request, ccc: furtherAccount.ccc });
    expect(data).toHaveProperty('file');
    const wrong = { ...request, numAutorizado: further };
    expect(await outcomeOf(authorities.run(getSettlementReceipt, wrong))).toMatchObject({
      status: 422,
      errors: { tgss: ['CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO'] },
    });
  });

  it('the receipt may not exist for a period, and then the reply has the portal’s message, and no success', async () => {
    const { startDate, endDate } = rlc.empty;
    const reply = await authorities.run(getSettlementReceipt, { ...request, startDate, endDate });
    const message = 'NO EXISTE LIQUIDACIÓN PARA LOS DATOS INTRODUCIDOS';
    expect(reply).toEqual({
      success: false,
      message,
      envelope: { errors: { tgss: [message] } },
    });
  });

  it('the receipt of retroactive salaries is found by its control month', async () => {
    const { from, to, control } = seed.state.tgss.settlements.find(({ type }) => type === 'L03')!;
    const retroactive = {
      ...request,
      liquidType: 'L03',
      startDate: `${from}-01`,
      endDate: `${to}-28`,
    };
    const found = await authorities.run(getSettlementReceipt, {
      ...retroactive,
      controlDate: `${control}-15`,
    });
    expect(found.data).toHaveProperty('file');
    expect(await authorities.run(getSettlementReceipt, retroactive)).toMatchObject({ success: false });
  });

  it('the receipt is of the first of several settlements, which are all listed, and another is chosen by its number', async () => {
    const all = seed.state.tgss.settlements.filter(
      ({ ccc, type, to }) => ccc === general.ccc && type === 'L00' && to <= input.to,
    );
    const [first, second] = all;
    const several = { ...request, startDate: `${first!.from}-01` };
    const textOf = async (more: object) => {
      const reply = await authorities.run(getSettlementReceipt, { ...several, ...more });
      const { file, list } = reply.data as { file: { content: string }; list: unknown[] };
      return { text: await pdfText(Buffer.from(file.content, 'base64')), list, message: reply.message };
    };
    const { text, list, message } = await textOf({});
    expect(text).toContain(first!.number);
    expect(message).toContain(first!.number);
    expect(list).toEqual(
      all.map(({ number, from, to }) => ({
        numero: number,
        tipo: 'L00',
        desde: from,
        hasta: to,
        importe: expect.stringMatching(/^[\d.]+,\d{2}$/),
      })),
    );
    expect((await textOf({ numLiquidacion: second!.number })).text).toContain(second!.number);
    expect(
      await outcomeOf(authorities.run(getSettlementReceipt, { ...several, numLiquidacion: '1' })),
    ).toMatchObject({ status: 422, errors: { numLiquidacion: [expect.any(String)] } });
  });
});
