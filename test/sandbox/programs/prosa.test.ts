import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { assignedAccounts } from '../../../shared/authorities/tgss/prosa/assigned-accounts.ts';
import { authorisedUsers } from '../../../shared/authorities/tgss/prosa/authorised-users.ts';
import {
  changeCategory,
  changeGroup,
  changeOccupation,
} from '../../../shared/authorities/tgss/prosa/change-record.ts';
import { contributionRecord } from '../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { fie } from '../../../shared/authorities/tgss/prosa/fie.ts';
import { documentOfNumber, numberOfDocument } from '../../../shared/authorities/tgss/prosa/identities.ts';
import { removeRegistration } from '../../../shared/authorities/tgss/prosa/remove-registration.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import {
  carryOut,
  type Dialog,
  dataOf,
  type Filled,
  fieldsOf,
  SOURCES,
} from '../../support/stand-in/facts.ts';
import { prosaPages } from '../../support/stand-in/prosa-page.ts';
import { type AccountKey, seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import { tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/**
 * Prosa as public programs use it: with a headless browser that finds controls by id and sends the whole form, or with forms
 * that they write themselves, in UTF-8. Next to it, the requests of our connector for the same.
 */

const { demo, today } = seed;
const { artists, general } = demo.accounts;
const { worker, nieWorker } = demo;
const [mainUser, otherUser] = demo.authorizedUsers as [string, string];
const standIn = useStandIn();
const { open } = prosaPages(standIn);
const { register } = tgssDialogs(standIn);

const inputOf = ({ regimen, ccc }: AccountKey, who: WorkerKey = worker) => ({
  nss: who.nss,
  dni: who.dni,
  regimen,
  ccc,
});

/** These programs are browsers, for which a stylesheet makes the first form; our connector gets it as HTML. */
const FIRST = {
  'ARQ.SPM.IDIOMA': ['ES', undefined],
  'ARQ.SPM.TMS_NAVEGACION': [undefined, expect.stringMatching(/^\d+$/)],
};

const of = (method: string) => `${SOURCES.registrations}, ${method}`;

/** The program reads the message of the second page. */
const change = (opens: string, method: string, second: string) =>
  ({
    source: of(`${method}, updateCatOcupGc`),
    opens,
    pages: [
      {
        form: 'FORMULARIO_6',
        fills: `tipo#{identificacion} NA5NumSegSocialCompleto={nss} IP9NumDoc={dni} CC1EmpresaAut={regimen}{ccc}
                PR_CAMPO_ORIGEN=FORM`,
        presses: 'ENVIO_10',
      },
      { form: 'FORMULARIO_1', fills: second, presses: 'ENVIO_7' },
    ],
    reads: ['.INFO.mensaje'],
  }) as const satisfies Dialog;

const DIALOGS = {
  group: change('XV24M00B', 'updateQuoteGroupImpl', 'codNuevoGrupo={value} fechaSituacion={on.slashed}'),
  occupation: change('XV24M00G', 'updateOccupationImpl', 'NueOcu={value} fecSit={on.slashed}'),
  category: change('XV24M00I', 'updateCatProfImpl', 'NueCat={value} fecSit={on.slashed}'),
  removal: {
    source: of('altaConsolidadaDeleteImpl'),
    opens: 'XV24M00E',
    pages: [
      {
        form: 'FORMULARIO_1',
        fills: 'NA5NumSegSocialCompleto={nss} CC1EmpresaAut={regimen}{ccc} tipoImpresion#2',
        presses: 'ENVIO_3',
      },
    ],
    // For an XML answer only the parts that a browser shows; the CDATA sections are read by other programs.
    reads: ['#ARQContenMensaje > ul > .mensajeError', '[id="MESSAGES"]'],
  },
  fie: {
    source: `${SOURCES.fie}, getFIE`,
    opens: 'XV26L100',
    pages: [
      {
        fills: `OPCIONES_BUSQUEDA_4 REG={regimen} PROV={ccc.province} NUM={ccc.number}
                fechaIniEmpresa={from.slashed} fechaFinEmpresa={to.slashed}`,
        presses: 'ENVIO_10',
      },
      { presses: 'ENVIO_15' },
    ],
    reads: ['#prevdocumentoseinformes a'],
  },
  /** It presses the same button twice, the second time renamed, and then builds the address of the document. */
  olderFie: {
    source: `${SOURCES.fie} before 2022, getFIE`,
    opens: 'XV26L100',
    pages: [
      {
        form: 'FORMULARIO_1',
        fills: `OPCIONES_BUSQUEDA_3 regimen={regimen} provincia={ccc.province} cccnum={ccc.number}
                fechaIniEmpresa={from.slashed} fechaFinEmpresa={to.slashed}`,
        presses: 'ENVIO_5',
      },
    ],
    reads: [
      'SPM.ACC.DESCARGAR=DESCARGAR',
      ';jsessionid=',
      '/ProsaInternet/ViewDocUtf8{}?SECUENCIAL=1&TYPEVIEW=INFORME',
    ],
  },
} satisfies Record<string, Dialog>;

const [from, to] = [demo.fie.startDate, demo.fie.endDate];
const when = addDays(today, -3);

const run = async (
  dialog: Dialog,
  { who = worker, value = '' }: { who?: WorkerKey; value?: string } = {},
) => {
  const data = dataOf(who, general, { on: when, from, to }, { value });
  return carryOut(await open(dialog.opens as string), dialog, data);
};

describe('the page that asks which authorised user acts', () => {
  const accepts = (fills: string): Filled => ({ fills, presses: 'SPM.ACC.ACEPTAR' });
  const CHOICES: (Dialog & { how: string; next: string })[] = [
    {
      how: 'a radio by its index, in a form that the program writes',
      source: `${SOURCES.forms}, workersCalculationByCCCandNAFsPOST`,
      opens: 'XV21Y200',
      pages: [
        `ARQ.SPM.TICKET={ticket} SPM.CONTEXT=internet SPM.PORTALTYPE=HTML NUM_AUTORIZADO=0 SPM.ACC.ACEPTAR=Aceptar`,
      ],
      next: 'ANNIO_DESDE',
    },
    {
      how: 'a radio by its index',
      source: `${SOURCES.calculations}, workersCalculationQueryByCCC`,
      opens: 'XV21Y200',
      pages: [accepts('autorizacion0')],
      next: 'ANNIO_DESDE',
    },
    {
      how: 'a link whose address ends in the number without zeros',
      source: `${SOURCES.calculations}, workersCalculationByCCCandNAFS`,
      opens: 'XV21Y200',
      pages: [{ follows: 'a[href$="NUM_AUTORIZADO={user.bare}"]' }],
      next: 'ANNIO_DESDE',
    },
  ];

  test.each(CHOICES)('the page is answered by $how ($source)', async ({ opens, next, ...dialog }) => {
    const data = dataOf(worker, general, {}, { 'user.bare': String(Number(mainUser)) });
    expect((await carryOut(await open(opens as string), { ...dialog }, data)).$.html()).toContain(next);
  });

  test.each(['XV21Y200', 'XV21B400'])('the page is read by our connector at %s', async (application) => {
    const { result, sent } = await runConnector(standIn, authorisedUsers, { application });
    expect(result.map(({ numero }) => numero).sort()).toEqual([mainUser, otherUser].sort());
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

/** The second form is sent for each settlement, to the address of the page with the list. */
const SETTLEMENTS = {
  source: `${SOURCES.forms}, calculationByCCCPOST`,
  opens: 'XV21Y200',
  pages: [
    `SPM.CONTEXT=internet SPM.PORTALTYPE=HTML MODO_BUSQUEDA=CCC CCC={ccc} REGIMEN={regimen}
     MES_DESDE=01 ANNIO_DESDE={from.year} MES_HASTA={from.month} ANNIO_HASTA={from.year}
     TIPO_LIQUIDACION=L00 ORIGEN_LIQUIDACION=T SPM.ACC.ACEPTAR=Aceptar`,
    'ARQ.SPM.TICKET={ticket} SPM.CONTEXT=internet SPM.PORTALTYPE=HTML LIQUIDACION={index} SPM.ACC.CONTINUAR=Continuar',
  ],
} as const satisfies Dialog;

test(`each settlement of a list is opened by its index (${SETTLEMENTS.source})`, async () => {
  const [ask, show] = SETTLEMENTS.pages;
  const form = await (await open(SETTLEMENTS.opens)).press('SPM.ACC.ACEPTAR', { autorizacion1: true });
  const list = await carryOut(form, { pages: [ask] }, dataOf(worker, general, { from: demo.rlc.startDate }));
  const number = list.$('input[name=LIQUIDACION]').length;
  expect(number).toBeGreaterThan(1);
  for (let index = 0; index < number; index += 1) {
    const page = await list.write(
      (found) => fieldsOf(show, { ...found, index: String(index) }),
      1,
      form.action,
    );
    expect(page.text).toContain('LIQUIDO DE TOTALES');
  }
});

/** Each worker by the index of its row, and each bracket (tramo) by its row, all with forms that the program writes itself. */
const WORKERS = {
  source: `${SOURCES.forms}, workersCalculationByCCCandNAFsPOST`,
  opens: 'XV21Y200',
  pages: [
    ...SETTLEMENTS.pages,
    ...['CONSULTA_TRABAJADORES=Consulta', 'CONSULTAR=Consultar NAF=0', 'RELACION_TRAMOS=Tramos'].map(
      (pressed) => `ARQ.SPM.TICKET={ticket} SPM.CONTEXT=internet SPM.PORTALTYPE=HTML SPM.ACC.${pressed}`,
    ),
  ],
  reads: ['<tr>', '<input name=TRAMO>', '<td> from, to, days, hours, bases'],
} as const satisfies Dialog;

test(`the brackets of a worker are rows with a period, days, hours and bases (${WORKERS.source})`, async () => {
  const form = await (await open(WORKERS.opens)).press('SPM.ACC.ACEPTAR', { autorizacion1: true });
  const data = dataOf(worker, general, { from: demo.rlc.startDate }, { index: '0' });
  const { text } = await carryOut(form, WORKERS, data);
  const [row] = /<tr>(?:(?!<tr>)[\s\S])*?<input[^<>]*name="TRAMO"[\s\S]*?<\/tr>/.exec(text) ?? [];
  const cells = Array.from(row!.matchAll(/<td>([\s\S]*?)<\/td>/g), ([, cell]) => cell!);
  expect(cells.slice(1)).toEqual([
    expect.stringMatching(/^01\/\d\d\/\d{4}$/),
    expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    '30',
    '0',
    expect.stringMatching(/^[\d.]+,\d\d$/),
    expect.stringMatching(/^[\d.]+,\d\d$/),
  ]);
});

/** Programs search the text of the answer for the element with this class only. */
test(`a refusal of a settlement has the class that programs look for (${SOURCES.forms})`, async () => {
  const form = await (await open(SETTLEMENTS.opens)).press('SPM.ACC.ACEPTAR', { autorizacion1: true });
  const far = dataOf(worker, general, { from: '2001-01-01' });
  const { text } = await carryOut(form, { pages: SETTLEMENTS.pages.slice(0, 1) }, far);
  const [, said] = /<li[^<>]*?class="mensajeError"[^<>]*>([^<>]*)<\/li>/.exec(text) ?? [];
  expect(said).toContain('NO EXISTE LIQUIDACI');
});

describe('a program that asks who a person is', () => {
  const { surname, secondSurname } = demo.worker;
  const identity = {
    nss: worker.nss,
    identificacion: String(worker.identificacion),
    dni: worker.dni,
    nombres: demo.worker.name,
    apellidos: `${surname} ${secondSurname}`,
  };
  const NUMBER = {
    source: of('nafxipfImpl'),
    opens: 'XV24M00D',
    pages: [
      {
        fills:
          'tipo={identificacion} ipf6NumeroDocumento={dni} primerApellido={surname} segundoApellido={second}',
        presses: 'ENVIO_2',
      },
    ],
    reads: ['[id="CONTENEDOR_SECCION_1"] div'],
  } as const satisfies Dialog;
  const DOCUMENT = {
    source: of('ipfxnafImpl'),
    opens: 'XV24M00C',
    pages: [{ fills: 'NA1NumSegSocialSinDC1={ten}', presses: 'ENVIO_3' }],
    reads: ['[id="NA1NumSegSocialSinDC1"]'],
  } as const satisfies Dialog;
  const data = dataOf(worker, general, {}, { surname, second: secondSurname, ten: worker.nss.slice(0, 10) });

  test(`the program asks by document, as our connector does (${NUMBER.source})`, async () => {
    const program = await runProgram(standIn, async () => {
      const page = await carryOut(await open(NUMBER.opens), NUMBER, data);
      return page.$(NUMBER.reads[0]).text();
    });
    expect(program.result).toContain(`afiliación: ${worker.nss}`);
    const input = { dni: worker.dni, apellido1: surname, apellido2: secondSurname };
    const connector = await runConnector(standIn, numberOfDocument, input);
    expect(connector.result).toEqual(identity);
    expect(compare(program, connector)).toEqual([FIRST]);
  });

  test(`the program asks by number, as our connector does (${DOCUMENT.source})`, async () => {
    const program = await runProgram(standIn, async () => {
      const page = await carryOut(await open(DOCUMENT.opens), DOCUMENT, data);
      const cells = page.$(DOCUMENT.reads[0]).closest('tr').find('td');
      return cells.toArray().map((cell) => page.$(cell).text().trim());
    });
    expect(program.result.slice(1)).toEqual([
      worker.nss,
      `${worker.identificacion}  ${worker.dni}`,
      `${surname} ${secondSurname}, ${demo.worker.name}`,
    ]);
    const connector = await runConnector(standIn, documentOfNumber, { nss: worker.nss });
    expect(connector.result).toEqual(identity);
    expect(compare(program, connector)).toEqual([FIRST]);
  });
});

describe('a program that reads assigned accounts', () => {
  const ACCOUNTS = {
    source: `${SOURCES.accounts}, getAssignedCCCs`,
    opens: 'XV24P002',
    pages: [
      { follows: 'table[id="tabla_lisAutorizad"] a[id="enlace_{user}"]' },
      { fills: 'autorizado_1 seleccion_2=A seleccion_3=O', presses: 'CRITERIOS' },
    ],
    reads: ['asignadosCCC > cccFormateado', 'pagSiguiente', 'SIGUIENTE'],
  } as const satisfies Dialog;
  const [rows, goesOn, next] = ACCOUNTS.reads;
  const owned = seed.state.holders.find(({ autorizacion }) => autorizacion === mainUser)!.cuentas.toSorted();

  test(`the program reads the accounts page by page, as our connector does (${ACCOUNTS.source})`, async () => {
    const program = await runProgram(standIn, async () => {
      const found: string[] = [];
      const user = String(Number(mainUser)).replace(/^(?=\d{5}$)/, '0');
      let page = await carryOut(await open(ACCOUNTS.opens), ACCOUNTS, dataOf(worker, general, {}, { user }));
      for (;;) {
        for (const row of page.data(rows).toArray()) found.push(page.data(row).text());
        if (page.dataElement(goesOn) !== 'true') return found;
        page = await page.press(next);
      }
    });
    // More than fit on one page.
    expect(program.sent.filter(({ body }) => body.includes('SPM.ACC.SIGUIENTE'))).not.toEqual([]);
    expect(program.result.map((text) => text.split(' ').slice(1).join('')).toSorted()).toEqual(owned);
    const connector = await runConnector(standIn, assignedAccounts, { authorised: mainUser });
    expect(connector.result.map(({ ccc }) => ccc).toSorted()).toEqual(owned);
    expect(connector.result.find(({ ccc }) => ccc === general.ccc)).toMatchObject({
      regimen: general.regimen,
      razon_social: demo.company.name,
    });
    const further = await runConnector(standIn, assignedAccounts, { authorised: otherUser });
    expect(further.result.map(({ ccc }) => ccc)).toEqual([demo.furtherAccount.ccc]);
    expect(compare(program, connector).at(-1)).toEqual({});
  });
});

describe('a program that gets the FIE', () => {
  test('the program gets the FIE from the pages since 2022, and sends what our connector sends', async () => {
    const program = await runProgram(standIn, async () => {
      const page = await run(DIALOGS.fie);
      expect(page.$(DIALOGS.fie.reads[0]!)).toHaveLength(1);
      return page.document();
    });
    const input = { of: 'company' as const, regimen: general.regimen, ccc: general.ccc, from, to };
    const connector = await runConnector(standIn, fie, input);
    expect(compare(program, connector)).toEqual([FIRST, {}]);
  });

  test('the program gets the FIE from the pages before 2022, and makes the address of the document itself', async () => {
    const [second, session, address] = DIALOGS.olderFie.reads as [string, string, string];
    const first = await open(DIALOGS.olderFie.opens);
    const { fills } = DIALOGS.olderFie.pages[0]!;
    await carryOut(first, DIALOGS.olderFie, dataOf(worker, general, { from, to }));
    const [choice, ...fields] = fieldsOf(fills, dataOf(worker, general, { from, to }));
    const radio = first.$(`[id="${choice![0]}"]`);
    const page = await first.post([
      [radio.attr('name')!, radio.attr('value')!],
      ...fields,
      ...fieldsOf(second, {}),
    ]);
    const path = address.replace('{}', new RegExp(`${session}\\w+`).exec(page.text)![0]);
    const { bytes } = await standIn.client().get(path);
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
  });
});

describe('a program that files a change in Prosa', () => {
  const changed = { ...inputOf(general), fecha_real: when };

  test.each([
    {
      of: 'group',
      dialog: DIALOGS.group,
      value: '03',
      ours: () => runConnector(standIn, changeGroup, { ...changed, grupo_cotizacion: '03' }),
    },
    {
      of: 'occupation',
      dialog: DIALOGS.occupation,
      value: 'B',
      ours: () => runConnector(standIn, changeOccupation, { ...changed, ocupacion: 'b' }),
    },
  ])('the program files a change of the $of, as our connector does', async ({ dialog, value, ours }) => {
    const program = await runProgram(standIn, async () => (await run(dialog, { value })).message);
    expect(program.result).toMatch(/^INFO/);
    // The program does not ask for a document.
    const printed = { tipoImpresion: ['', 'OnLine'] };
    expect(compare(program, await ours())).toEqual([FIRST, printed]);
  });

  test('the program files a change of the professional category, as our connector does', async () => {
    const who = demo.newWorkers[0]!;
    const before = () => register(who, artists, { SDFCATPROF_ayuda: '0310000', SDFCNOCUP_ayuda: '2931' });
    const value = '0320000';
    const data = dataOf(who, artists, { on: today }, { value });
    const program = await runProgram(
      standIn,
      async () => (await carryOut(await open('XV24M00I'), DIALOGS.category, data)).message,
      before,
    );
    expect(program.result).toMatch(/^INFO/);
    const input = { ...inputOf(artists, who), fecha_real: today, category_professional: value };
    const connector = await runConnector(standIn, changeCategory, input, { before });
    expect(compare(program, connector)).toEqual([FIRST, { tipoImpresion: ['', 'OnLine'] }]);
  });

  test('the program files for the holder of a NIE, the sixth kind of document in the list', async () => {
    const first = { pages: DIALOGS.group.pages.slice(0, 1) };
    const data = dataOf(nieWorker, general);
    const program = await runProgram(standIn, async () => carryOut(await open('XV24M00B'), first, data));
    expect(program.result.form).toBe('FORMULARIO_1');
    const ours = await runConnector(standIn, contributionRecord, inputOf(general, nieWorker));
    expect(compare(program, ours)).toEqual([FIRST]);
  });

  test('the program removes a registration by XV24M00E, as our connector does', async () => {
    const who = demo.newWorkers[0]!;
    const before = () => register(who, general);
    const [, messages] = DIALOGS.removal.reads as [string, string];
    const program = await runProgram(standIn, async () => (await run(DIALOGS.removal, { who })).text, before);
    expect(program.result).toMatch(/<TEXTO><!\[CDATA\[[^\]]*realizada correctamente\]\]><\/TEXTO>/);
    const shown = load(program.result, { xml: true });
    shown(`${messages} *`)
      .contents()
      .filter((_, node) => node.type === 'cdata')
      .remove();
    expect(shown(messages).text()).toContain('realizada correctamente');
    const connector = await runConnector(standIn, removeRegistration, inputOf(general, who), { before });
    expect(compare(program, connector)).toEqual([FIRST]);
  });
});
