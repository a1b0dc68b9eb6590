import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { compact, DECLARATION, worker } from '../../support/stand-in/sepe-documents.ts';
import { sepePages } from '../../support/stand-in/sepe-page.ts';
import { sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, today } = seed;
const { general } = demo.accounts;

const standIn = useStandIn();
const { soap } = sepeServices(standIn);
const { certificateQuery } = sepePages(standIn);

describe('the log-in', () => {
  const INIT = '/GetAccess/Saml/SSO/Init';
  const actionIn = (html: string) => /<form[^>]* action="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');

  test.each([
    ['isweb.sepe.gob.es', 'sede.sepe.gob.es'],
    ['localhost', 'localhost'],
  ])('at %s posts to a relative address, and its cookie is for %s', async (host, ends) => {
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

  test('of an unknown worker, or of another holder: there are none', async () => {
    for (const [as, nif] of [
      ['demo', worker.dni],
      ['other', one.dni],
    ] as const) {
      const page = await (await certificateQuery({ as })).press('btBuscar', { nif });
      expect(page.$('#contenido > form > p.formAviso').text()).toContain('No existen certificados');
    }
  });

  const ENTRY = '/DCertificadosWeb/services/ServicioWebEntrada';
  const STATE = '/DCertificadosWeb/services/ServicioWebConsulta';
  const NAMESPACE = 'http://webservice.certificados.prestaciones.spee.es';
  const noUser = { sUsuarioConectado: '', sUsuarioPrincipal: '', sPassword: '' };
  const language = { sIdioma: '14', sComunidad: '99' };
  const enter = (sXML: string, access: Record<string, string> = noUser) =>
    soap(ENTRY, NAMESPACE, 'ejecuta', { ...access, sXML, ...language });

  test('are filed as a document, and then shown', async () => {
    const suspension = compact(addDays(today, -1));
    const document = `${DECLARATION}<Certificado_empresa><Cuenta_cotizacion><Datos_Representante><CIF_NIF>${demo.holder.nif}</CIF_NIF><Nombre>ANA</Nombre><Apellido1>RUIZ</Apellido1></Datos_Representante><Datos_Empresa><CIF_NIF>${demo.company.cif}</CIF_NIF><CCC>0111${general.ccc}</CCC></Datos_Empresa><Datos_Trabajador><DNI_NIE>${worker.dni}</DNI_NIE><Nombre>${worker.name}</Nombre><Apellido1>${worker.surname}</Apellido1><TipoContrato>100</TipoContrato><CodProfesion>4309000</CodProfesion><FechaAltaEmpresa>20250102</FechaAltaEmpresa><CodCausaSuspension>15</CodCausaSuspension><FechaSuspensionExtincion>${suspension}</FechaSuspensionExtincion><DiasSalarioTramitacion>00000</DiasSalarioTramitacion><Datos_Cotizacion><Ano>2026</Ano><Mes>01</Mes><NumDiasCotizados>030</NumDiasCotizados><BaseCotizacionDesempleo>000150000</BaseCotizacionDesempleo></Datos_Cotizacion></Datos_Trabajador></Cuenta_cotizacion></Certificado_empresa>`;
    const answer = await enter(document);
    expect(answer).toMatch(/<COD_ERROR><\/COD_ERROR>/);
    const id = /<NUM_ENVIO>(\d+)<\/NUM_ENVIO>/.exec(answer)![1]!;
    const state = await soap(STATE, NAMESPACE, 'ejecuta', { ...noUser, sIdComunicacion: id, ...language });
    expect(state).toContain('Procesada');
    expect(state).toMatch(/<Respuesta_Certificado_empresa>.*<\/Respuesta_Certificado_empresa>/s);
    expect(state).toContain('<Descripcion_Resultado>PROCESADO</Descripcion_Resultado>');
    const page = await (await certificateQuery()).press('btBuscar', { nif: worker.dni });
    expect(page.$('td[headers=bcd]').text()).toBe('1.500,00');
    expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.certificado': 1 });
  });

  test('have different codes for a wrong user and a wrong document', async () => {
    const [{ user, password } = { user: '', password: '' }] = seed.state.sepe.users;
    const access = (key: string) => ({ sUsuarioConectado: user, sUsuarioPrincipal: user, sPassword: key });
    expect(await enter('<?xml>', access(password))).toContain('DEX0204');
    expect(await enter('<?xml>', access('Otra0Clave'))).toContain('DEX0207');
    const state = await soap(STATE, NAMESPACE, 'ejecuta', { ...noUser, sIdComunicacion: '99', ...language });
    expect(state).toContain('<ERROR>DEX0206</ERROR>');
  });
});
