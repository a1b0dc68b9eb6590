import { describe, expect, test } from 'vitest';
import {
  BY_WORKER,
  parts,
  period,
  QUERIES,
  SERVLET,
  START,
  sepePages,
} from '../../support/stand-in/sepe-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo } = seed;

const standIn = useStandIn();
const { open, followLinks, contractPage } = sepePages(standIn);

describe('the stand-in of Contrat@', () => {
  const { contract: extended } = demo;

  test('the stand-in of Contrat@ refuses the contract of another certificate', async () => {
    expect((await contractPage(extended.sepeId, { as: 'other' })).error).toContain(
      'El contrato solicitado no existe',
    );
    const none = await (await followLinks(BY_WORKER, { as: 'other' })).press('aceptar', {
      nifnietrabajador: `  ${extended.dni}`,
      ...period(extended.startDate),
    });
    expect(none.error).toContain('No existen datos para esta consulta');
  });

  test('the stand-in of Contrat@ refuses each contract in the scenario for it', async () => {
    const page = await contractPage(extended.sepeId, { scenario: 'refused' });
    expect(page.error).toContain('No se acepta la comunicación');
  });

  test('the stand-in of Contrat@ prints an extension', async () => {
    const form = await followLinks([...QUERIES, `${SERVLET}/ServletConsultaProrrogas?pagina=entrada`]);
    const page = await form.press('aceptar', {
      tipoacceso: '1',
      ...parts(extended.sepeId),
      idcomunicacion4: '01',
    });
    expect(page.$('fieldset#fieldset2').text()).toContain(`${extended.sepeId}-01`);
    expect(await page.pdf('Boton_imprimir')).toContain(`${extended.sepeId}-01`);
  });

  test('the stand-in of Contrat@ answers every link of its menus', async () => {
    const seen = new Set<string>();
    const home = await open(START);
    const visit = async (href: string): Promise<void> => {
      if (seen.has(href)) return;
      seen.add(href);
      const page = await home.visit(href);
      expect(page.error, href).toBe('');
      for (const anchor of page.$('a').get()) await visit(page.$(anchor).attr('href')!);
    };
    await visit(START);
    expect(seen.size).toBeGreaterThan(20);
  });
});
