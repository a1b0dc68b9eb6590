import { describe, expect, test } from 'vitest';
import { slashed } from '../../../sandbox/calendar.ts';
import { contract, contracts, worker } from '../../support/stand-in/sepe-documents.ts';
import { BY_WORKER, parts, period, removal, sepePages } from '../../support/stand-in/sepe-page.ts';
import { sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, today } = seed;

const standIn = useStandIn();
const { send, file } = sepeServices(standIn);
const { followLinks, contractPage } = sepePages(standIn);

describe('scenarios', () => {
  test('refused refuses a document, and a page', async () => {
    const { one, errors, text } = await file('servicioContratos', contracts(contract()), {
      scenario: 'refused',
    });
    expect([one('RESULTADO'), errors]).toEqual(['RECHAZADO', ['CCT4079']]);
    expect(text).toContain('<IDCONTRATO/>');
    const page = await contractPage(demo.contract.sepeId, { scenario: 'refused' });
    expect(page.error).toContain('No se acepta la comunicación');
  });

  test('lost-answer files a document, then closes the connection', async () => {
    await expect(
      send('servicioContratos', contracts(contract()), { scenario: 'lost-answer' }),
    ).rejects.toThrow();
    const { contracts: stored } = (await standIn.control.state()).sepe;
    expect(stored.at(-1)).toMatchObject({ worker: { identifier: `D${worker.dni}` } });
    const list = await (await followLinks(BY_WORKER)).press('aceptar', {
      nifnietrabajador: `  ${worker.dni}`,
      ...period(today),
    });
    const page = await list.press(undefined, { indice: 'a0' });
    expect(page.value('Fecha en que se comunica')).toBe(slashed(today));
  });

  test('lost-answer removes a contract, then closes the connection', async () => {
    const id = demo.convertibleContract.sepeId;
    const form = await followLinks(removal('C'), { scenario: 'lost-answer' });
    const confirmation = await (await form.press('aceptar', parts(id))).press('anular');
    await expect(confirmation.press('enviar')).rejects.toThrow();
    expect((await contractPage(id)).error).toMatch(/no existe/i);
  });
});
