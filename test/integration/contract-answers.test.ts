import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { CONTRACT_ID, contractMaker, refusedBySepe } from '../support/contracts.ts';
import { caller, demo } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** Notifications of contracts with a lost answer or a refusal, and two notifications at once. */

const { regimen, ccc } = demo.company;
const { today } = seed;
const authorities = atAuthorities(demo.authorities.control);

let gateway: Gateway;
beforeAll(async () => {
  await authorities.reset();
  gateway = caller.acting(demo.certificates.sepe);
});
afterAll(() => authorities.reset());

const nextContract = contractMaker(demo);

describe('a contract', () => {
  test('a contract whose answer is lost was filed once, and is found', async () => {
    const contract = nextContract();
    const before = await authorities.submissions('sepe.contrato');
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const { status, body } = await lost.post('/sepe/contrata', { ...contract, duplicate: 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data).toMatchObject({ id: expect.stringMatching(CONTRACT_ID), doc: contract.dni });
    expect(await textOf(body.data.file)).toContain(body.data.id);
    expect(await authorities.submissions('sepe.contrato')).toBe(before + 1);
  });

  test('the basic copy, the transformation and their removal are found, too, when their answers are lost', async () => {
    await authorities.reset();
    const { sepeId, docType, dni, startDate, ccc, cif } = seed.demo.convertibleContract;
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const copy = {
      TIPO_FIRMA: 2,
      TEXTO_COPIABASICA: 'Jornada completa.',
      DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
    };
    const copied = await lost.post('/sepe/copy-basic', {
      cif,
      docType,
      dni,
      startDate,
      sepeId,
      duplicate: 1,
      ...copy,
    });
    expect({ status: copied.status, errors: copied.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(copied.body.data.file)).toContain(copy.TEXTO_COPIABASICA);

    const before = await authorities.submissions('sepe.transformacion');
    const made = await lost.post('/sepe/transformation', {
      TIPO_CONTRATO: '189',
      DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: regimen + ccc },
      DATOS_CONTRATO: {
        FECHA_INICIO_CTO: startDate,
        IDENTIFICADORPFISICA: docType + dni,
        CLAVE_CONTRATO: sepeId,
      },
      DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: today, CODIGO_OCUPACION: '4309' },
      DATOS_COMUNICA_COPIA_BASICA: copy,
      duplicate: 1,
    });
    expect({ status: made.status, errors: made.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(made.body.data.file)).toContain('189');
    expect(await authorities.submissions('sepe.transformacion')).toBe(before + 1);

    for (const option of [2, 1])
      expect(await lost.delete(`/sepe/contrata?sepeId=${sepeId}&option=${option}`)).toMatchObject({
        status: 200,
        body: { success: true, message: 'La anulación se ha realizado.' },
      });
    expect(await gateway.get('/sepe/contrata/data', { dni, startDate, ccc })).toMatchObject(
      refusedBySepe(/./),
    );
  });

  test('a contract that SEPE refuses has its words, and nothing is filed', async () => {
    const contract = nextContract();
    const scenario = gateway.with({ 'X-Sandbox-Scenario': 'refused' });
    expect(await scenario.post('/sepe/contrata', contract)).toMatchObject(refusedBySepe(/CCT4079/));
    const { dni, startDate } = contract;
    expect(await gateway.get('/sepe/contrata/data', { dni, startDate, ccc })).toMatchObject({ status: 422 });
  });
});
