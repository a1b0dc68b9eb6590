import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { basicCopy } from '../../../shared/authorities/sepe/contrata/basic-copy.ts';
import { removal as remove } from '../../../shared/authorities/sepe/contrata/removal.ts';
import { contractDocument } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import { FILINGS, shipmentResult } from '../../../shared/authorities/sepe/services/services.ts';
import { type Node, readXml } from '../../../shared/authorities/sepe/xml-reading.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/beside.ts';
import { COPY, compact, contract, worker } from '../../support/stand-in/sepe-documents.ts';
import {
  dayFields,
  JSP,
  type Page,
  parts,
  QUERIES,
  removal,
  SERVLET,
  sepePages,
} from '../../support/stand-in/sepe-page.ts';
import { NUM_ENVIO, sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, TODAY, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * Contrat@ as public programs use it: one writes documents and reads the answers to them, others press their way through
 * the web application. Beside it, what our connector sends for the same.
 */

const { demo } = seed;
const { company } = demo;
const { general } = demo.accounts;
const { convertibleContract: convertible } = demo;
const standIn = useStandIn();
const { send, query } = sepeServices(standIn);
const { followLinks, contractPage } = sepePages(standIn);

/** All elements with a text, by their path. */
const leaves = ({ children, name, text }: Node, above = ''): [path: string, text: string][] => {
  const path = above + name;
  return children.length > 0 ? children.flatMap((child) => leaves(child, `${path}/`)) : [[path, text]];
};

const REFERENCE = `7;15;${compact(TODAY)}`;

/** A document as the program writes it: with the address of the schema, and its own reference. */
const written =
  '<?xml version="1.0" encoding="ISO-8859-1"?>\n<CONTRATOS xmlns:xsi="http://www.w3.org/2001/XMLSchema" ' +
  'xsi:schemaLocation="http://www.inem.es/CONTRATA/EsquemaContratos50.xsd">\n' +
  `${contract({ blocks: COPY })
    .replace('ref;1;x', REFERENCE)
    .replace(/<INDICATIVO_PRTR>N<.INDICATIVO_PRTR>/, '')}\n</CONTRATOS>`;

/** The same contract, as the interface names its data. */
const CONTRACT = {
  cif: company.cif,
  regimen: general.regimen,
  ccc: general.ccc,
  docType: 'D',
  dni: worker.dni,
  name: worker.name,
  surname: worker.surname,
  lastSurname: worker.secondSurname,
  sex: '1',
  dateOfBirth: worker.birthDate,
  nationality: '724',
  municipality: '28079',
  country: '724',
  nss: worker.nss,
  nivelFormativo: '51',
  occupation: '4309',
  nationalityContract: '724',
  municipalityContract: '28079',
  codContract: '100',
  startDate: TODAY,
  copyBasic: { TIPO_FIRMA: '2', TEXTO_COPIABASICA: 'Texto de la copia', DOMIC_CENTRO_TRABAJO: 'Calle' },
};

/** Fields of a day of an extension, whose year is spelled otherwise. */
const extensionDay = (date: string, end: string) => ({
  [`dia${end}`]: date.slice(8),
  [`mes${end}`]: date.slice(5, 7),
  [`anno${end}`]: date.slice(0, 4),
});

describe('contracts by the service', () => {
  test('our document says the same as that of the program', () => {
    const [theirs, ours] = [written, contractDocument(CONTRACT, REFERENCE)].map((document) =>
      leaves(readXml(document, 10_000)),
    );
    expect(ours).toEqual(theirs);
  });

  test('the program files its document, and what our connector sends for it', async () => {
    const program = await runProgram(standIn, () => send('servicioContratos', written));
    expect(program.result).toMatch(NUM_ENVIO);
    const connector = await runConnector(standIn, FILINGS.contracts, {
      what: 'contracts',
      document: written,
    });
    expect(connector.digest).toBe(program.digest);
    const call = (body: string) => leaves(readXml(body, 1000));
    const [theirs, ours] = [program, connector].map(({ sent }) => call(sent.at(-1)!.body));
    expect(ours).toEqual(theirs);
  });

  test('the program finds the answer by its reference, and our connector the same', async () => {
    const id = NUM_ENVIO.exec(await send('servicioContratos', written))![1]!;
    const root = readXml(await query(id), 10_000);
    // From the reference three levels up to the entry, whose second element is the answer.
    const entry = root.children.find(({ name }) => name === 'CONTRATOSPROCESADOS')!.children[0]!;
    const [record, answer] = entry.children;
    expect(leaves(record!)).toContainEqual([
      'CONTRATO_100/DATOS_USOLIBRE_EMPRESA/USOLIBRE_EMPRESA',
      REFERENCE,
    ]);
    const members = Object.fromEntries(answer!.children.map(({ name, text }) => [name, text]));
    expect(members).toEqual({
      RESULTADO: 'ACEPTADO',
      IDCONTRATO: expect.stringMatching(/^E\d{13}$/),
      FECHACOMUNICACION: compact(TODAY),
      USUARIO: expect.any(String),
      FECHAALTA: expect.any(String),
      OBLIGCB: expect.any(String),
      LEYBONIF: '00',
      LEYFOMENTO: '00',
      LEYREDUCCION: '00',
      LEYDEDUCCION: '00',
      ERRORES: '',
    });
    const before = () => send('servicioContratos', written);
    const { result } = await runConnector(standIn, shipmentResult, { shipment: id }, { before });
    expect(result).toMatchObject({
      results: [{ kind: 'CONTRATO_100', result: 'accepted', correlation: REFERENCE, document: worker.dni }],
    });
  });
});

describe('the web application', () => {
  const footprint = readFootprint(convertible.sepeId)!;
  const copy = { codtipofirma: '1', areadeDomicilio: 'Calle Peña', areadeTexto: 'Jornada de mañana' };

  test('a basic copy, and what our connector sends', async () => {
    const program = await runProgram(standIn, async () => {
      const form = await followLinks([
        '/ccomunicacto/actionLogin.do?pagina=copiabasica',
        `${JSP}/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica`,
        `${SERVLET}/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica`,
      ]);
      return (
        await (
          await form.press('aceptar', {
            ...parts(convertible.sepeId),
            idcomunicacion: Object.values(parts(convertible.sepeId)).join('-'),
          })
        ).press('enviar', copy)
      ).success;
    });
    expect(program.result).toContain('se ha realizado correctamente');
    const connector = await runConnector(standIn, basicCopy, {
      contract: { footprint },
      dni: convertible.dni,
      copy: { TIPO_FIRMA: '1', DOMIC_CENTRO_TRABAJO: 'Calle Peña', TEXTO_COPIABASICA: 'Jornada de mañana' },
    });
    expect(compare(program, connector)).toEqual([{}, {}]);
    expect(connector.result).toBe(program.result);
  });

  /** The identifier as the newest version of the program writes it. Older ones wrote it without hyphens. */
  const wholeOf = (id: string, suffix: string | undefined) =>
    [...Object.values(parts(id)), ...(suffix ? [suffix] : [])].join('-');

  test('an extension that an agreement must allow: the page goes back, and takes the answer', async () => {
    const start = await followLinks([
      '/ccomunicacto/actionLogin.do?pagina=comunicacion',
      `${JSP}/tipos_comunicacion_contratacion.jsp`,
      `${SERVLET}/ServletProrrogas?pagina=inicio`,
    ]);
    const whole = wholeOf(convertible.sepeId, undefined);
    const one = { tipoacceso: '1', ...parts(convertible.sepeId), idcontrato: whole };
    const form = await start.press('enviar', one);
    const [from, to] = [addDays(seed.today, 61), addDays(seed.today, 150)];
    const data = { ...extensionDay(from, 'iniciopro'), ...extensionDay(to, 'finpro'), idprorroga: whole };
    const before = await standIn.control.digest();
    const question = await form.press('enviar', data);
    expect(question.success).toContain('convenio colectivo');
    expect(question.$('#volver')).toHaveLength(1);
    expect(await standIn.control.digest()).toBe(before);
    const again = await question.press('volver');
    // The program does not send the dates again.
    const done = await again.press('enviar', { conveniocolectivo: 'S', idprorroga: whole });
    expect(done.success).toContain(`E-${whole}-01`);
  });

  test('a removal as older versions ask for it, without hyphens', async () => {
    const form = await followLinks(removal('T'));
    const { sepeId } = demo.convertedContract;
    const idcomunicacion = wholeOf(sepeId, '55').replaceAll('-', '');
    const shown = await form.press('aceptar', { ...parts(sepeId), idcomunicacion4: '55', idcomunicacion });
    expect(shown.error).toBe('');
    expect(shown.$('#anular')).toHaveLength(1);
  });

  test.each([
    { what: 'contract', letter: 'C', id: convertible.sepeId, suffix: undefined },
    { what: 'transformation', letter: 'T', id: demo.convertedContract.sepeId, suffix: '55' },
  ] as const)(
    'the removal of a $what, and what our connector sends',
    async ({ what, letter, id, suffix }) => {
      const program = await runProgram(standIn, async () => {
        const form = await followLinks(removal(letter));
        const one = {
          ...parts(id),
          idcomunicacion: wholeOf(id, suffix),
          ...(suffix && { idcomunicacion4: suffix }),
        };
        const shown = await form.press('aceptar', one);
        const asked = await shown.press('anular');
        return (await asked.press('enviar')).success;
      });
      expect(program.result).toContain('se ha realizado correctamente');
      const connector = await runConnector(standIn, remove, { footprint: readFootprint(id)!, what });
      expect(compare(program, connector)).toEqual([{}, {}, {}]);
    },
  );
});

/** What the program (68316030671) reads of pages with data: titles by part of their text, in capitals or not. */
describe('data pages', () => {
  /** The values of a block, of several with its legend the last, by a part of their titles. */
  const reader =
    ({ $ }: Page, legend: string) =>
    (title: string): string | undefined =>
      $('form[name=datos] fieldset')
        .filter((_, block) => $(block).children('legend').text().toLowerCase().includes(legend))
        .find('div > div[class*=titulo]')
        .filter((_, each) => $(each).text().toLowerCase().includes(title))
        .last()
        .next()
        .text();
  const { convertedContract: converted, contract: extended } = demo;
  const known = (id: string) => standIn.control.state().then(({ sepe }) => sepe.contracts.find(matches(id))!);
  const matches = (id: string) => (each: { id: string }) => each.id === `E${id.replace(/\D/g, '')}`;

  test('the contract, with its transformation', async () => {
    const page = await contractPage(converted.sepeId);
    const { transformations, startDate } = await known(converted.sepeId);
    const contract = reader(page, 'datos del contrato');
    expect(contract('fecha de inicio del contrato')).toBe(slashed(startDate));
    expect(contract('fecha en que se comunica')).toMatch(DAY);
    const transformation = reader(page, 'datos de la transformación');
    expect(transformation('identificador de la transformación')).toBe(`${converted.sepeId}-55`);
    expect(transformation('fecha de inicio')).toBe(slashed(transformations[0]!.startDate));
    expect(transformation('fecha comunicacion')).toMatch(DAY);
    expect(transformation('fecha de fin')).toBeDefined();
  });

  test('each extension is a block of its own', async () => {
    const { id } = await known(extended.sepeId);
    const form = await filing('ServletProrrogas', { ...parts(id), idcontrato: wholeOf(id) });
    const [from, to] = [addDays(seed.today, 30), addDays(seed.today, 60)];
    await form.press('enviar', {
      ...extensionDay(from, 'iniciopro'),
      ...extensionDay(to, 'finpro'),
      idprorroga: wholeOf(id),
      conveniocolectivo: 'S',
    });
    const page = await contractPage(extended.sepeId);
    const blocks = page
      .$('fieldset')
      .filter((_, each) => page.$(each).children('legend').text().toLowerCase() === 'prórrogas del contrato');
    expect(blocks).toHaveLength(2);
    const latest = reader(page, 'prórrogas del contrato');
    expect(latest('prorroga')).toBe(`${extended.sepeId}-02`);
    expect([latest('fecha inicio'), latest('fecha fin')]).toEqual([slashed(from), slashed(to)]);
    expect(latest('fecha comunicación')).toMatch(DAY);
  });

  test('the transformation, with worker, company and the dates of the contract before', async () => {
    const form = await followLinks([...QUERIES, `${SERVLET}/ServletConsultaTransformacion?pagina=entrada`]);
    const { startDate, transformations } = await known(converted.sepeId);
    const page = await form.press('aceptar', {
      tipoacceso: '2',
      nifnietrabajador: `  ${converted.dni}`,
      ...dayFields(startDate, 'fechaini'),
    });
    const shown = reader(page, '');
    expect(shown('cif')).toBe(converted.cif);
    expect(shown('cuenta de cotización')!.replaceAll(' ', '')).toMatch(/^\d{15}$/);
    expect(shown('nif/nie')).toBe(converted.dni);
    expect(shown('nombre / apellidos')).not.toBe('');
    expect(shown('identificador de la transformación')).toBe(`${converted.sepeId}-55`);
    expect(shown('fecha inicio :')).toBe(slashed(startDate));
    expect(shown('fecha fin :')).toMatch(DAY);
    expect(shown('fecha comunicación')).toMatch(DAY);
    expect(shown('fecha de inicio de la transformación :')).toBe(slashed(transformations[0]!.startDate));
  });

  test('a transformation is filed with the country chosen from a list', async () => {
    const form = await filing('TransformacionServlet', {
      tipoacceso: '2',
      cifnifnie: company.cif,
      tipodocumentoaux: ' ',
      tipodocumento: 'D',
      nifnietrabajador: `  ${convertible.dni}`,
      ...dayFields(convertible.startDate, 'fechaini'),
      codtransformacion: '189',
      ...dayFields(TODAY, ''),
    });
    expect(form.$('select[name=nacionalidadCT] option[value="250"]')).toHaveLength(1);
    const done = await form.press('aceptar', {
      ocupacion: '4309',
      cocupacion: '4309',
      nacionalidadCT: '250',
      municipiocontrato: '28079',
      municipioCT: '28079',
    });
    expect(done.success).toContain('se ha realizado correctamente');
    expect((await known(convertible.sepeId)).transformations).toMatchObject([{ workCountry: '250' }]);
  });
});

const DAY = /^\d\d\/\d\d\/\d{4}$/;

const wholeOf = (id: string) => Object.values(parts(id)).join('-');

/** The form to file an extension or a transformation, of the contract of the form before it. */
const filing = async (
  servlet: 'ServletProrrogas' | 'TransformacionServlet',
  contract: Record<string, string>,
) => {
  const start = await followLinks([
    '/ccomunicacto/actionLogin.do?pagina=comunicacion',
    `${JSP}/tipos_comunicacion_contratacion.jsp`,
    `${SERVLET}/${servlet}?pagina=inicio`,
  ]);
  return start.press(servlet === 'ServletProrrogas' ? 'enviar' : 'aceptar', contract);
};
