import { describe, expect, test } from 'vitest';
import { entry, fullAccount, Page, prosaPages } from '../../support/stand-in/prosa-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo } = seed;
const { general } = demo.accounts;
const [mainUser, otherUser] = demo.authorizedUsers;

const standIn = useStandIn();
const { open } = prosaPages(standIn);

describe('XV21F001', () => {
  /** Follows the link with that id. */
  const follow = async (page: Page, id: string): Promise<Page> => {
    const client = standIn.client();
    const { status, text } = await client.get(page.$(`a[id="enlace_${Number(id)}"]`).attr('href')!);
    expect(status).toBe(200);
    return Page.of(text, client);
  };

  const search = async (user: string) => {
    const first = await follow(await open('XV21F001'), user);
    return first.press('SPM.ACC.AC_BUSCAR_OAR');
  };

  test('gives the certificate of an account of the chosen user', async () => {
    const page = await search(mainUser!);
    expect(page.$('input[title="Buscar por CCC o NAF"]')).toHaveLength(1);
    const account = fullAccount(general);
    const found = await page.press('SPM.ACC.AC_BUSCAR_OAR', { criteriosBusquedaCccNaf: account });
    const chosen = await follow(found, account);
    const printed = await (await chosen.press('SPM.ACC.CONTINUAR')).press('SPM.ACC.IMPRIMIR');
    expect(printed.$('a[data-pc_tipo="documento"]').text()).toBe('Certificado genérico');
    expect(await printed.pdf()).toContain('ESTAR AL CORRIENTE');
  });

  test('is behind its menu', async () => {
    const menu = (await standIn.client().get('/M/menuDEUDA-CI.html')).text.replaceAll('&amp;', '&');
    expect(menu).toContain(`<a href="${entry('XV21F001')}">`);
  });

  test('does not find an account of another user', async () => {
    const page = await search(otherUser!);
    const found = await page.press('SPM.ACC.AC_BUSCAR_OAR', {
      criteriosBusquedaCccNaf: fullAccount(general),
    });
    expect(found.message).toMatch(/^ERROR: NO EXISTEN DATOS/);
  });
});

describe('AECPSED1', () => {
  const ask = async (certificado: string, rest: Record<string, string> = {}) => {
    const first = await open('AECPSED1');
    return first.press('CONTINUAR', { [`certificado_${certificado}`]: true, ...rest });
  };

  test.each([
    ['1', {}],
    ['2', { nifEntidadContratante: 'S2817035E' }],
    ['3', {}],
    ['5', {}],
    ['6', {}],
    ['7', {}],
  ])('gives certificate %s in two steps', async (kind, rest) => {
    const page = await ask(kind, rest);
    expect(page.dataElement('tipoEjecucion')).toBe('O');
    const printed = await page.press('IMPRIMIR');
    expect(printed.dataElement('DOCDocumento')).toBe('1');
    expect(await printed.pdf()).toContain('POSITIVO');
  });

  test.each(['2', '4', '8', '9'])('refuses certificate %s without what it needs', async (kind) => {
    const page = await ask(kind);
    expect([page.dataElement('tipoEjecucion'), page.message]).toEqual([
      undefined,
      expect.stringMatching(/^ERROR: EL CAMPO .* DEBE TENER CONTENIDO$/),
    ]);
  });

  test('is in a script of the page on the newer host', async () => {
    const { text } = await standIn.client().get(`${entry('AECPSED1')}&PAUC.NIVEL=2`);
    expect(text).toMatch(/<input type="hidden" id="ARQ\.SPM\.TICKET" value="\w+">/);
    expect(text).toContain('<script id="xml" type="text/plain"><ProsaXMLData');
  });
});
