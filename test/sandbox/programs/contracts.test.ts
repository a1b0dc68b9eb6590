import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { basicCopy } from '../../../shared/authorities/sepe/contrata/basic-copy.ts';
import { removal as remove } from '../../../shared/authorities/sepe/contrata/removal.ts';
import { contractDocument } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import { FILINGS, shipmentResult } from '../../../shared/authorities/sepe/services/services.ts';
import { readXml, textAt } from '../../../shared/authorities/sepe/xml-reading.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { carryOut, type Data, type Dialog, dataOf, SOURCES } from '../../support/stand-in/facts.ts';
import {
  COPY,
  compact,
  contract,
  contracts,
  extension,
  key,
  leavesOf,
  transformation,
  worker,
} from '../../support/stand-in/sepe-documents.ts';
import {
  BY_WORKER,
  JSP,
  type Page,
  parts,
  QUERIES,
  removal,
  SERVLET,
  sepePages,
} from '../../support/stand-in/sepe-page.ts';
import { NUM_ENVIO, sepeServices, texts } from '../../support/stand-in/sepe-services.ts';
import { seed, TODAY, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * Contrat@ as public programs use it: some write documents and read their answers, others navigate the web application. Next to
 * it, the requests of our connector for the same.
 */

const { demo } = seed;
const { company } = demo;
const { general } = demo.accounts;
const { convertibleContract: convertible } = demo;
const standIn = useStandIn();
const { send, query, file } = sepeServices(standIn);
const { followLinks } = sepePages(standIn);

const REFERENCE = `7;15;${compact(TODAY)}`;

/** A document as a program writes it, with the address of the schema and its own reference. */
const written =
  '<?xml version="1.0" encoding="ISO-8859-1"?>\n<CONTRATOS xmlns:xsi="http://www.w3.org/2001/XMLSchema" ' +
  'xsi:schemaLocation="http://www.inem.es/CONTRATA/EsquemaContratos50.xsd">\n' +
  `${contract({ blocks: COPY })
    .replace('ref;1;x', REFERENCE)
    .replace(/<INDICATIVO_PRTR>N<.INDICATIVO_PRTR>/, '')}\n</CONTRATOS>`;

/** The same contract, with the interface's names. */
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

/** The service for each document, and the values that are read of its answer, by names of classes, which have no underscores. */
const SERVICES = [
  {
    source: `${SOURCES.documents}/ContrataContratosWriter.java`,
    operation: 'servicioContratos',
    document: contracts(contract({ blocks: COPY })),
    reads: 'ESTADOFICHERO NUMEROPROCESADOS CONTRATOSPROCESADOS RESULTADO IDCONTRATO',
  },
  {
    source: `${SOURCES.documents}/ContrataProrrogasWriter.java`,
    operation: 'servicioProrrogas',
    document: extension(key(convertible.sepeId), addDays(seed.today, 61), addDays(seed.today, 90)),
    reads: 'ESTADOFICHERO NUMEROPROCESADOS PRORROGASPROCESADAS ENVIO RESULTADO NUMEROPRORROGA',
  },
  {
    source: `${SOURCES.documents}/ContrataTransformacionesWriter.java`,
    operation: 'servicioTransformacionIndefinido',
    document: transformation(key(convertible.sepeId)),
    reads:
      'ESTADOFICHERO NUMEROPROCESADOS TRANSFORMACIONESPROCESADAS RESULTADO NUMTRANSFORMACION CLAVECONTRATO',
  },
];

const NUMBER = 'idcomunicacion1={id.province} idcomunicacion2={id.year} idcomunicacion3={id.number}';
const contrata = (methods: string) => `${SOURCES.contracts}, ${methods}`;

/** The last buttons of a removal: `input[value=aceptar]`, `#anular`, `form input[name=enviar]`. */
const lastPageRemove = (letter: 'C' | 'T', method: string, whole: string) =>
  ({
    source: contrata(`${method}, firstPageRemove, lastPageRemove`),
    opens: removal(letter),
    pages: [
      { fills: `${NUMBER} idcomunicacion4?={id.part?} idcomunicacion?=${whole}`, presses: 'aceptar' },
      { presses: 'anular' },
      { presses: 'enviar' },
    ],
    reads: ['#contIzq p: se ha realizado correctamente'],
  }) satisfies Dialog;

/** After each page the program reads its errors, and after the last one the message of success. */
const DIALOGS = {
  copy: {
    source: contrata('sendCopyBasicImpl'),
    opens: [
      '/ccomunicacto/actionLogin.do?pagina=copiabasica',
      `${JSP}/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica`,
      `${SERVLET}/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica`,
    ],
    pages: [
      { fills: `${NUMBER} idcomunicacion={id}`, presses: 'aceptar' },
      { fills: 'codtipofirma?=1 areadeDomicilio?={address} areadeTexto?={text}', presses: 'enviar' },
    ],
  },
  contractRemoval: lastPageRemove('C', 'removeContrataImpl', '{id}'),
  transformationRemoval: lastPageRemove('T', 'removeTransformationImpl', '{id}-{id.part}'),
  /** The number of the contract is left empty if the worker is given. */
  contractData: {
    source: contrata('getContractDataImpl, pageContracOrCopybasic'),
    opens: BY_WORKER,
    pages: [
      {
        fills: `tipodoc2#0 nifnietrabajador={blank}{blank}{dni} diadesde={from.day} mesdesde={from.month}
                anniodesde={from.year} diahasta={from.day} meshasta={from.month} anniohasta={from.year}`,
        presses: 'aceptar',
      },
    ],
  },
  transformationData: {
    source: contrata('getTransformationDataImpl, getPageContracByStartDate'),
    opens: [...QUERIES, `${SERVLET}/ServletConsultaTransformacion?pagina=entrada`],
    pages: [
      {
        fills: `tipoacceso=2 cifnifnie?={cif} tipodocumento#0 nifnietrabajador={blank}{blank}{dni}
                diafechaini={from.day} mesfechaini={from.month} anniofechaini={from.year}`,
        presses: 'aceptar',
      },
    ],
  },
} satisfies Record<string, Dialog>;

/** The values that are read of pages with data: parts of a block's legend and of its titles, in any case. */
const READS = {
  contract: [
    [
      'datos del contrato',
      'fecha de inicio del contrato',
      'fecha fin del contrato',
      'fecha en que se comunica',
    ],
    ['prórrogas del contrato', 'prorroga', 'fecha inicio', 'fecha fin', 'fecha comunicación'],
    ['datos de la transformación', 'fecha de inicio', 'fecha de fin', 'fecha comunicacion'],
    ['', 'cif', 'cuenta de cotización', 'nif/nie', 'fecha de nacimiento', 'nombre / apellidos', 'sexo'],
    ['', 'número de afiliación ss', 'identificador del contrato', 'identificador de la transformación'],
  ],
  transformation: [
    [
      '',
      'cif',
      'cuenta de cotización',
      'nif/nie',
      'nombre / apellidos',
      'identificador de la transformación',
    ],
    ['', 'fecha inicio :', 'fecha fin :', 'fecha comunicación', 'fecha de inicio de la transformación :'],
  ],
};

/** The data of a dialog about a contract. @param dates by name */
const dataFor = (sepeId: string, dates: Record<string, string> = {}, more: Data = {}) => {
  const { idcomunicacion1, idcomunicacion2, idcomunicacion3 } = parts(sepeId);
  const id = { 'id.province': idcomunicacion1, 'id.year': idcomunicacion2, 'id.number': idcomunicacion3 };
  return dataOf(worker, general, dates, { ...id, id: wholeOf(sepeId), cif: company.cif, ...more });
};

/** Runs a dialog from its links, and returns its last page. */
const run = async (dialog: Dialog & { opens: string[] }, data: Data): Promise<Page> =>
  carryOut(await followLinks(dialog.opens), dialog, data);

describe('a contract that a program files by the service', () => {
  test('the contract has a document with the same content as ours', () => {
    expect(leavesOf(contractDocument(CONTRACT, REFERENCE))).toEqual(leavesOf(written));
  });

  test(`the contract is filed as our connector sends it (${SOURCES.references}/hr_sepe_create.py)`, async () => {
    const program = await runProgram(standIn, () => send('servicioContratos', written));
    expect(program.result).toMatch(NUM_ENVIO);
    const connector = await runConnector(standIn, FILINGS.contracts, {
      what: 'contracts',
      document: written,
    });
    expect(connector.digest).toBe(program.digest);
    const [theirs, ours] = [program, connector].map(({ sent }) => leavesOf(sent.at(-1)!.body));
    expect(ours).toEqual(theirs);
  });

  test(`the answer to the contract is found by its reference, as our connector finds it (${SOURCES.references}/hr_sepe_eval.py)`, async () => {
    const id = NUM_ENVIO.exec(await send('servicioContratos', written))![1]!;
    const root = readXml(await query(id), 10_000);
    // From the reference it goes three levels up to the entry, whose second element is the answer.
    const entry = root.children.find(({ name }) => name === 'CONTRATOSPROCESADOS')!.children[0]!;
    const [record, answer] = entry.children;
    expect([record!.name, textAt(record, 'DATOS_USOLIBRE_EMPRESA', 'USOLIBRE_EMPRESA')]).toEqual([
      'CONTRATO_100',
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

describe('a document that a program sends to the services of SEPE', () => {
  test.each(SERVICES)(
    `the document is accepted by $operation ($source; ${SOURCES.services})`,
    async ({ operation, document, reads }) => {
      const { text, root } = await file(operation, document);
      expect(text).not.toContain('<COMUNICACION>');
      const names = new Set(
        Array.from(text.matchAll(/<(?:\w+:)?(\w+)/g), ([, name]) => name!.replaceAll('_', '')),
      );
      expect(reads.split(' ').filter((name) => !names.has(name))).toEqual([]);
      expect(texts(root, 'RESULTADO')).toEqual(['ACEPTADO']);
    },
  );
});

describe('a program in the web application of Contrat@', () => {
  test('the program files a basic copy as our connector does', async () => {
    const [address, text] = ['Calle Peña', 'Jornada de mañana'];
    const data = dataFor(convertible.sepeId, {}, { address, text });
    const program = await runProgram(standIn, async () => (await run(DIALOGS.copy, data)).success);
    expect(program.result).toContain('se ha realizado correctamente');
    const connector = await runConnector(standIn, basicCopy, {
      contract: { footprint: readFootprint(convertible.sepeId)! },
      dni: convertible.dni,
      copy: { TIPO_FIRMA: '1', DOMIC_CENTRO_TRABAJO: address, TEXTO_COPIABASICA: text },
    });
    expect(compare(program, connector)).toEqual([{}, {}]);
    expect(connector.result).toBe(program.result);
  });

  test('the program removes a contract as older versions ask for it, without hyphens', async () => {
    const older = lastPageRemove('C', 'removeContrataImpl', '{id.bare}');
    const bare = wholeOf(convertible.sepeId).replaceAll('-', '');
    const done = await run(older, dataFor(convertible.sepeId, {}, { 'id.bare': bare }));
    expect(done.success).toContain('se ha realizado correctamente');
  });

  test.each([
    { what: 'contract', dialog: DIALOGS.contractRemoval, id: convertible.sepeId, part: {} as Data },
    {
      what: 'transformation',
      dialog: DIALOGS.transformationRemoval,
      id: demo.convertedContract.sepeId,
      part: { 'id.part': '55' },
    },
  ] as const)('the program removes a $what as our connector does', async ({ what, dialog, id, part }) => {
    const program = await runProgram(standIn, async () => (await run(dialog, dataFor(id, {}, part))).success);
    expect(program.result).toContain('se ha realizado correctamente');
    const connector = await runConnector(standIn, remove, { footprint: readFootprint(id)!, what });
    expect(compare(program, connector)).toEqual([{}, {}, {}]);
  });
});

const known = (id: string) => standIn.control.state().then(({ sepe }) => sepe.contracts.find(matches(id))!);
const matches = (id: string) => (each: { id: string }) => each.id === `E${id.replace(/\D/g, '')}`;

describe('a program that reads the data pages of Contrat@', () => {
  /** The values that are read, by legend and title. If several blocks have the legend, the last one counts. */
  const valuesOn = ({ $ }: Page, reads: string[][]): Record<string, string> => {
    const value = (legend: string, title: string) =>
      $('form[name=datos] fieldset')
        .filter((_, block) => $(block).children('legend').text().toLowerCase().includes(legend))
        .find('div > div[class*=titulo]')
        .filter((_, each) => $(each).text().toLowerCase().includes(title))
        .last()
        .next()
        .text();
    return Object.fromEntries(
      reads.flatMap(([legend = '', ...titles]) =>
        titles.map((title) => [legend ? `${legend}: ${title}` : title, value(legend, title)]),
      ),
    );
  };
  const { convertedContract: converted, contract: extended } = demo;

  test(`the program reads the contract, with its transformation (${DIALOGS.contractData.source})`, async () => {
    const { transformations, startDate } = await known(converted.sepeId);
    const data = dataFor(converted.sepeId, { from: startDate }, { dni: converted.dni });
    expect(valuesOn(await contractPage(data), READS.contract)).toMatchObject({
      'datos del contrato: fecha de inicio del contrato': slashed(startDate),
      'datos del contrato: fecha en que se comunica': expect.stringMatching(DAY),
      'datos de la transformación: fecha de inicio': slashed(transformations[0]!.startDate),
      'datos de la transformación: fecha comunicacion': expect.stringMatching(DAY),
      cif: converted.cif,
      'cuenta de cotización': expect.stringMatching(ACCOUNT),
      'nif/nie': converted.dni,
      'fecha de nacimiento': expect.stringMatching(DAY),
      'nombre / apellidos': expect.stringMatching(/\w/),
      sexo: expect.stringMatching(/HOM|MUJ/),
      'número de afiliación ss': expect.stringMatching(/\d/),
      'identificador del contrato': converted.sepeId,
      'identificador de la transformación': `${converted.sepeId}-55`,
    });
  });

  test('the program reads each extension, which is a block of its own', async () => {
    const [from, to] = [addDays(seed.today, 30), addDays(seed.today, 60)];
    const agreed = extension(key(extended.sepeId), from, to).replace(
      '</FECHA_FIN>',
      '</FECHA_FIN><INDICADOR_CONV_COL>S</INDICADOR_CONV_COL>',
    );
    await file('servicioProrrogas', agreed);
    const { startDate } = await known(extended.sepeId);
    const page = await contractPage(dataFor(extended.sepeId, { from: startDate }, { dni: extended.dni }));
    const legends = page.$('fieldset > legend').map((_, each) => page.$(each).text().toLowerCase());
    expect(legends.get().filter((legend) => legend === 'prórrogas del contrato')).toHaveLength(2);
    expect(valuesOn(page, READS.contract)).toMatchObject({
      'prórrogas del contrato: prorroga': `${extended.sepeId}-02`,
      'prórrogas del contrato: fecha inicio': slashed(from),
      'prórrogas del contrato: fecha fin': slashed(to),
      'prórrogas del contrato: fecha comunicación': expect.stringMatching(DAY),
    });
  });

  test(`the program reads the transformation (${DIALOGS.transformationData.source})`, async () => {
    const { startDate, transformations } = await known(converted.sepeId);
    const data = dataFor(converted.sepeId, { from: startDate }, { dni: converted.dni, cif: converted.cif });
    const page = await run(DIALOGS.transformationData, data);
    expect(valuesOn(page, READS.transformation)).toEqual({
      cif: converted.cif,
      'cuenta de cotización': expect.stringMatching(ACCOUNT),
      'nif/nie': converted.dni,
      'nombre / apellidos': expect.stringMatching(/\w/),
      'identificador de la transformación': `${converted.sepeId}-55`,
      'fecha inicio :': slashed(startDate),
      'fecha fin :': expect.stringMatching(DAY),
      'fecha comunicación': expect.stringMatching(DAY),
      'fecha de inicio de la transformación :': slashed(transformations[0]!.startDate),
    });
  });
});

/** In the list the program ticks the row whose sixth cell has the start date, which opens the page. */
const contractPage = async (data: Data): Promise<Page> => {
  const list = await run(DIALOGS.contractData, data);
  const row = list
    .$('table.tableScroll tr')
    .filter((_, each) => list.$(each).children().eq(5).text().includes(data['from.slashed']!));
  return list.press(undefined, { indice: row.children().eq(0).find('input[name=indice]').attr('value')! });
};

const ACCOUNT = /^[\d ]{15,}$/;
const DAY = /^\d\d\/\d\d\/\d{4}$/;

/** The identifier as the newest version of the program writes it. Older versions wrote it without hyphens. */
const wholeOf = (id: string) => Object.values(parts(id)).join('-');
