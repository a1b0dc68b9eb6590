import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { carryOut, type Dialog, dataOf, fieldsOf, SOURCES } from '../../support/stand-in/facts.ts';
import { compact, DECLARATION, worker } from '../../support/stand-in/sepe-documents.ts';
import { type Page, sepePages } from '../../support/stand-in/sepe-page.ts';
import { sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/** Certific@2 as a public program uses it: it fetches certificates with a headless browser, and files through the web service. */

const { demo, today } = seed;
const { general } = demo.accounts;
const { companyCertificate: one, companyCertificates: several } = demo;
const standIn = useStandIn();
const { certificateService } = sepeServices(standIn);
const { certificateQuery } = sepePages(standIn);

const pdf = (method: string) => `${SOURCES.certificates}, ${method}`;

/** After each page the program reads `#contenido > form > p.formAviso` and `#contenido .msj_advertencia > p`. */
const DIALOGS = {
  search: {
    source: pdf('getCertEnterprisePdfImpl'),
    opens: [],
    pages: [{ fills: 'nif={dni}', presses: 'btBuscar' }],
    reads: ['[name=documentoSeleccionado][value="0"]', '[name=btGenerarPDF]', '[name=btMasCert]'],
  },
  /** The list of several certificates: the program takes the row whose seventh cell has the date. */
  list: {
    source: pdf('getCertEnterprisePdfImpl'),
    opens: [],
    pages: [{ presses: 'btMasCert' }],
    reads: ['#contenido > form table', 'input[name=certSeleccionado]'],
  },
  chosen: {
    source: pdf('getCertEnterprisePdfImpl'),
    opens: [],
    pages: [{ fills: 'certSeleccionado={choice}', presses: 'btAceptar' }],
    reads: ['[name=documentoSeleccionado][value="0"]'],
  },
} satisfies Record<string, Dialog>;

/** The first document of a page. */
const FIRST_DOCUMENT = {
  source: pdf('getPageFirstPdf'),
  fills: 'documentoSeleccionado=0',
  presses: 'btMostrar',
};
const firstPdf = (page: Page) =>
  page.pdf(FIRST_DOCUMENT.presses, Object.fromEntries(fieldsOf(FIRST_DOCUMENT.fills, {})));

const found = async ({ dni }: { dni: string }): Promise<[page: Page, marks: number[]]> => {
  const page = await carryOut(await certificateQuery(), DIALOGS.search, { dni });
  return [page, DIALOGS.search.reads.map((selector) => page.$(`#contenido form ${selector}`).length)];
};

describe(`the document of a certificate (${DIALOGS.search.source})`, () => {
  test('the first document of the page is that of a worker with one certificate', async () => {
    const [page, [documents]] = await found(one);
    expect(documents).toBe(1);
    expect(await firstPdf(page)).toContain(one.dni);
  });

  test('the document of a worker with several certificates is that of the newest, or of the chosen one', async () => {
    const [page, marks] = await found(several);
    expect(marks).toEqual([0, 1, 1]);
    expect(await page.pdf('btGenerarPDF')).toContain(several.dni);
    const list = await carryOut(page, DIALOGS.list, {});
    const row = list
      .$(DIALOGS.list.reads[0]!)
      .find('tr')
      .filter((_, each) => list.$(each).children().eq(6).text().includes(slashed(several.startDate)))
      .first();
    const choice = row.children().eq(0).find(DIALOGS.list.reads[1]!).attr('value')!;
    const chosen = await carryOut(list, DIALOGS.chosen, { choice });
    expect(await firstPdf(chosen)).toContain(several.dni);
  });

  test('the document of a worker without a certificate is refused with a notice', async () => {
    const [page] = await found(worker);
    expect(page.refusal).toContain('No existen certificados');
  });
});

/** The document, in the order of the schema that its source quotes, without elements that the program leaves empty. */
const DOCUMENT = {
  source: `${SOURCES.documents}/CertificadosWriter.java, createCuentaCotizacionType, createTrabajadorType`,
  Datos_Representante: 'CIF_NIF={holder} Nombre=ANA Apellido1=RUIZ',
  Datos_Empresa: 'CIF_NIF={cif} CCC={regimen}{ccc}',
  Datos_Trabajador: `DNI_NIE={dni} Nombre={name} Apellido1={surname} NumSS={nss} GrupoCotizacion=07 TipoContrato=100
    DuracionContrato=00365 CodProfesion=4309000 FechaAltaEmpresa={start} CodCausaSuspension=15
    FechaSuspensionExtincion={end} DiasSalarioTramitacion=00000`,
  Datos_Cotizacion: `Ano=2026 Mes=01 NumDiasCotizados=030 BaseCotizacionContingenciasComunes=000150000
    BaseCotizacionDesempleo=000150000`,
};

/** Both operations are called `ejecuta`; the names of their parameters are in the service's description. */
const SERVICES = {
  source: `${SOURCES.services}, processCertificadosCommunication, processCertificadosQuery`,
  enter: 'sUsuarioConectado= sUsuarioPrincipal= sPassword= sXML={xml} sIdioma=14 sComunidad=99',
  query: 'sUsuarioConectado= sUsuarioPrincipal= sPassword= sIdComunicacion={id} sIdioma=14 sComunidad=99',
};

/** Read with regular expressions, or by the names of classes, which have no underscores. */
const ANSWERS = {
  source: `${SOURCES.answers}/CertificadosCommunicator.java, isCommunicationAccepted, obtainCommunicationStatus`,
  refused: /(?<=<COD_ERROR>)(.*?)(?=<\/COD_ERROR>)/,
  accepted: /(?<=<NUM_ENVIO>)(.*?)(?=<\/NUM_ENVIO>)/,
  file: /<Respuesta_Certificado_empresa.*<\/Respuesta_Certificado_empresa>/s,
  reads: 'CuentaCotizacion CCC DescripcionResultado NumTrabajadoresProcesados NumTrabajadoresTotal',
};

test(`a certificate is filed by the service (${SERVICES.source}), and its answer read (${ANSWERS.source})`, async () => {
  const dates = { start: '20250102', end: compact(addDays(today, -1)) };
  const { name, surname } = worker;
  const all = { holder: demo.holder.nif, cif: demo.company.cif, name, surname, ...dates };
  const block = (line: string) =>
    fieldsOf(line, dataOf(worker, general, {}, all))
      .map(([element, value]) => `<${element}>${value}</${element}>`)
      .join('');
  const { Datos_Representante, Datos_Empresa, Datos_Trabajador, Datos_Cotizacion } = DOCUMENT;
  const employee = `${block(Datos_Trabajador)}<Datos_Cotizacion>${block(Datos_Cotizacion)}</Datos_Cotizacion>`;
  const xml = `${DECLARATION}<Certificado_empresa><Cuenta_cotizacion><Datos_Representante>${block(Datos_Representante)}</Datos_Representante><Datos_Empresa>${block(Datos_Empresa)}</Datos_Empresa><Datos_Trabajador>${employee}</Datos_Trabajador></Cuenta_cotizacion></Certificado_empresa>`;
  const call = (service: 'Entrada' | 'Consulta', line: string, values: Record<string, string>) =>
    certificateService(service, Object.fromEntries(fieldsOf(line, values)));
  const answer = await call('Entrada', SERVICES.enter, { xml });
  expect(ANSWERS.refused.exec(answer)![0]).toBe('');
  const [id] = ANSWERS.accepted.exec(answer)!;
  const state = await call('Consulta', SERVICES.query, { id: id! });
  const [file] = ANSWERS.file.exec(state)!;
  const names = new Set(
    Array.from(file!.matchAll(/<(\w+)/g), ([, each]) => each!.replaceAll('_', '').toLowerCase()),
  );
  expect(ANSWERS.reads.split(' ').filter((each) => !names.has(each.toLowerCase()))).toEqual([]);
  expect(file).toContain('>PROCESADO<');
});
