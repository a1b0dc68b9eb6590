import { describe, expect, test } from 'vitest';
import { worker } from '../../support/stand-in/sepe-documents.ts';
import { sepePages } from '../../support/stand-in/sepe-page.ts';
import { sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo } = seed;

const standIn = useStandIn();
const { certificateService, sendCertificate } = sepeServices(standIn);
const { certificateQuery } = sepePages(standIn);

describe('the log-in', () => {
  const INIT = '/GetAccess/Saml/SSO/Init';
  const actionIn = (html: string) => /<form[^>]* action="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');

  test.each([
    ['isweb.sepe.gob.es', 'sede.sepe.gob.es'],
    ['localhost', 'localhost'],
  ])('the log-in at %s posts to a relative address, and its cookie is for %s', async (host, ends) => {
    const client = standIn.client();
    const { text } = await client.get(INIT, { host });
    expect(actionIn(text)).toMatch(/^\w+$/);
    const choice = new URL(actionIn(text), `https://${host}${INIT}`);
    const chosen = await client.postForm(choice.pathname, 'SelectedIdP=AFIRMA', { host });
    const landing = new URL(actionIn(chosen.text), choice);
    expect(landing.host).toBe(ends);
    const landed = await client.postForm(landing.pathname, 'SAMLResponse=x', { host: landing.host });
    expect(landed.headers['set-cookie']).toMatch(/^JSESSIONID=\w+; Path=\/; Secure; HttpOnly$/);
  });
});

describe('company certificates', () => {
  const { companyCertificate: one } = demo;

  test('the list is empty for an unknown worker and for another holder', async () => {
    for (const [as, nif] of [
      ['demo', worker.dni],
      ['other', one.dni],
    ] as const) {
      const page = await (await certificateQuery({ as })).press('btBuscar', { nif });
      expect(page.$('#contenido > form > p.formAviso').text()).toContain('No existen certificados');
    }
  });

  test('a wrong user and a wrong document have different codes', async () => {
    const [{ user, password } = { user: '', password: '' }] = seed.state.sepe.users;
    const access = (key: string) => ({ sUsuarioConectado: user, sUsuarioPrincipal: user, sPassword: key });
    expect(await sendCertificate('<?xml>', access(password))).toContain('DEX0204');
    expect(await sendCertificate('<?xml>', access('Otra0Clave'))).toContain('DEX0207');
    const state = await certificateService('Consulta', {
      sUsuarioConectado: '',
      sUsuarioPrincipal: '',
      sPassword: '',
      sIdComunicacion: '99',
      sIdioma: '14',
      sComunidad: '99',
    });
    expect(state).toContain('<ERROR>DEX0206</ERROR>');
  });
});
