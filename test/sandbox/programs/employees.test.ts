import { describe, expect, test } from 'vitest';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { carryOut, type Dialog, dataOf, SOURCES } from '../../support/stand-in/facts.ts';
import { seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import { affiliateRows, type Screen, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/** The data of a worker (ATR61) as public programs read them: by ids, and in the newest form as text. */

const { demo } = seed;
const { general } = demo.accounts;
const standIn = useStandIn();
const { open } = tgssDialogs(standIn);

const FIRST = {
  fills: 'SDFTESORNAF={nss.province} SDFNUMNAF={nss.number}',
  presses: 'Sub2207601004',
};
const NEWEST = { scenario: 'newest-pages' } as const;

/** The program double-clicks the account in the second cell of a list. */
const LIST = { table: 'Sub1000110078', mark: 'Sub0400101079_77' };
const TEXT = {
  source: `${SOURCES.employees}, employeeFullInfo`,
  opens: 'ATR61',
  pages: [FIRST],
  reads: [
    'NUSS: IPF: F.Nacimiento: Sexo:',
    'Movil para SMS:',
    'Cta. Cotiz.: Régimen: Ident.Empr.: Nombre ...:',
    'Situación: G.C.: F.R.A.: F.E.A.: F.R.B.: F.E.B.: Contrato: Coef.: Colec.: Ocup:',
  ],
} as const satisfies Dialog;
const IDS = {
  source: `${SOURCES.employees}, getEmployeeFullListOld`,
  opens: 'ATR61',
  pages: [FIRST],
  reads: [
    ...[
      'SDFNUMIPF',
      'SDFDIANAC',
      'SDFMESNAC',
      'SDFAONAC',
      'SDFSEXO',
      'SDFAPELNOM',
      'SDFMOVIL',
      'SDFTESORCCC',
    ],
    ...[
      'SDFNUMCCC',
      'SDFREGIM',
      'SDFEMPRESARIO3',
      'SDFNOMBRE3',
      'SDFTSITUACAFI',
      'SDFCGRUPOAFI',
      'SDFTGRUPOAFI',
    ],
    ...['SDFPFEA', 'SDFLITRJ', 'SDFTIPOAFI', 'SDFCOEFAFI', 'SDFCOLECTIVO', 'SDFEPIGAFI', 'SDFOCUPACION'],
    ...['SDFVINCULO', 'SDFCATEGORIA', 'SDFCOEFRED', 'SDFFRBAFI', 'SDFFEBAFI', 'SDFFRAAFI', 'SDFFEAAFI'],
  ],
} as const satisfies Dialog;

/** A program without a browser, which also requests all further data, and reads the end of the registration there. */
const WRITTEN = {
  source: `${SOURCES.written}, getEmployee`,
  opens: 'ATR61',
  pages: [
    `Applname=LIBAFCON Formname=ATRM6101 sessionId={session} txt_SDFTESORNAF={nss.province}
     txt_SDFNUMNAF={nss.number} btn_Sub2207601004=Continuar`,
    `Applname=LIBAFCON Formname=ATRM6103 sessionId={session} chk_SDFNIVEMPL=1 chk_SDFDIBA=1 chk_SDFJORNREAL=1
     chk_SDFDATOSCONTAFI=1 chk_SDFPECLIQAFI=1 chk_SDFCONSSUSTITUTO=1 chk_SDFCES=1 chk_SDFPECASIMALTA=1 chk_SDFERE=1
     chk_SDFCONVCOL=1 chk_SDFSITINCA=1 chk_SDFSITIT=1 btn_Sub2207601004=Continuar`,
  ],
  reads: ['SDFTSITUACAFI', 'SDFFRBAFI', 'SDFFEBAFI'],
} as const satisfies Dialog;

/** The program sends the chosen checkbox twice and the other one once. The list has no attribute except its id. */
const lists = (boxes: string) =>
  `LIBAFCON=LIBAFCON Formname=ATRM6201 sessionId={session} txt_SDFREG62_ayuda={regimen}
   txt_SDFTESO62={ccc.province} txt_SDFNUM62={ccc.number} ${boxes} btn_Sub2207601004=Continuar`;
const LISTS = {
  source: `${SOURCES.written}, getTotalEmployees`,
  opens: 'ATR62',
  pages: [
    lists('chk_chkgrupo1_1=1 chk_chkgrupo1_1=1 chk_chkgrupo1_2=1'),
    'LIBAFCON=LIBAFCON Formname=ATRM6202 sessionId={session} btn_Sub2205801004=Ant.',
    lists('chk_chkgrupo1_1=1 chk_chkgrupo1_2=1 chk_chkgrupo1_2=1'),
  ],
  reads: ['#Sub1000112079 tr', '#DIL: 3252'],
} as const satisfies Dialog;
/** In a browser, page by page. The program stops at the first row without a number. */
const BROWSED = {
  source: `${SOURCES.written}, getEmployeesTable`,
  opens: 'ATR62',
  pages: [
    {
      fills: 'SDFREG62_ayuda={regimen} SDFTESO62={ccc.province} SDFNUM62={ccc.number} chkgrupo1_1',
      presses: 'Sub2207601004',
    },
  ],
  reads: ['#Sub1000112079 tr', '#DIL: 3252', '#Sub2207801001'],
} as const satisfies Dialog;

/** The lines of text that a browser would show on a page, with the titles that each must have in this order. */
const linesOf = ({ $ }: Screen): string[] =>
  $('#jacadaform p')
    .toArray()
    .map((line) => $(line).text().replace(/\s+/g, ' '));

/** The values after each title of a line. A title and its value are separated by a blank, even if the value is empty. */
const valuesIn = (page: Screen): Record<string, string> => {
  expect(page.$(`[id="${LIST.mark}"]`)).toHaveLength(1);
  const entries = TEXT.reads.flatMap((titles) => {
    const names = titles.split(/(?<=:) /);
    const line = linesOf(page).find((text) => names.every((name) => text.includes(`${name} `)));
    if (line === undefined) throw new Error(`there is no line with ${titles}`);
    const pattern = names.map((name) => `${name.replaceAll('.', '\\.')} (.*?)`).join(' ?');
    const [, ...values] = new RegExp(`${pattern}\\s*$`).exec(line)!;
    return names.map((name, index) => [name, values[index]!] as const);
  });
  return Object.fromEntries(entries);
};

const byText = async (who: WorkerKey): Promise<Record<string, string>> => {
  const page = await carryOut(await open(TEXT.opens, NEWEST), TEXT, dataOf(who, general));
  const { $ } = page;
  const rows = $(`[id="${LIST.table}"] tr`).toArray();
  const ofAccount = rows.find((row) =>
    $(row).children('td').eq(1).text().replace(/\s/g, '').includes(general.ccc),
  );
  if (rows.length === 0) return valuesIn(page);
  const label = $(ofAccount).children('td').eq(1).find('label').attr('id')!;
  return valuesIn(await page.choose(LIST.table, Number(label.split('_').at(-1))));
};

const input = (who: WorkerKey) => ({
  nss: who.nss,
  regimen: general.regimen,
  ccc: general.ccc,
  offset: 0,
  limit: 1,
});

describe('a program that reads the data of a worker', () => {
  test.each([
    ['one registration', demo.worker],
    ['several registrations', demo.manySituations],
  ])(
    `the program reads a worker with %s from a text as our connector does (${TEXT.source})`,
    async (_, who) => {
      const program = await runProgram(standIn, () => byText(who));
      const connector = await runConnector(
        standIn,
        situations,
        { ...input(who), first: true },
        { options: NEWEST },
      );
      expect(connector.result.form).toBe('text');
      const [record] = connector.result.records;
      expect(program.result).toMatchObject({
        'NUSS:': `${who.nss.slice(0, 2)} ${who.nss.slice(2)}`,
        'IPF:': `${who.identificacion} ${who.dni.padStart(10, '0')}`,
        'Cta. Cotiz.:': `${general.ccc.slice(0, 2)} ${general.ccc.slice(2)}`,
        'Régimen:': general.regimen,
        'Movil para SMS:': record!.tlf,
        'G.C.:': record!.grupo_cotizacion,
        'F.R.A.:': record!.fecha_alta.split('-').toReversed().join('/'),
        'Contrato:': record!.tipo_contrato,
      });
      expect(record!.dni).toBe(who.dni);
      // The form that the program's browser sends for a double click is the same as ours.
      expect(compare(program, connector).every((differences) => Object.keys(differences).length === 0)).toBe(
        true,
      );
    },
  );

  test(`the program reads fields with ids as our connector does (${IDS.source})`, async () => {
    const program = await runProgram(standIn, async () =>
      carryOut(await open(IDS.opens), IDS, dataOf(demo.worker, general)),
    );
    for (const id of IDS.reads) expect(program.result.text(id), id).toBeDefined();
    const connector = await runConnector(standIn, situations, input(demo.worker));
    expect(connector.result).toMatchObject({ form: 'ids', records: [{ dni: demo.worker.dni }] });
    expect(compare(program, connector)).toEqual([{}]);
  });

  test('both forms have the same data, except those that the newest form lacks', async () => {
    const who = demo.manySituations;
    const wanted = { ...input(who), limit: 9, getConvenio: true };
    const [ids, text] = [
      await runConnector(standIn, situations, wanted),
      await runConnector(standIn, situations, wanted, { options: NEWEST }),
    ];
    expect(ids.result.records.length).toBeGreaterThan(1);
    expect(text.result.records).toEqual(
      ids.result.records.map((record) => ({
        ...record,
        apellidos: `${record.apellidos} ${record.nombres}`,
        nombres: '',
        category_professional: '',
      })),
    );
  });

  test(`the program reads all further data (${WRITTEN.source})`, async () => {
    const page = await carryOut(await open(WRITTEN.opens), WRITTEN, dataOf(demo.worker, general));
    expect(page.refusal).toBe('');
    expect(WRITTEN.reads.map((id) => page.text(id))).toEqual(['01 ALTA NORMAL', '', '']);
  });
});

describe('a program that lists the workers of an account', () => {
  const data = dataOf(demo.worker, general);

  test(`the program lists registered workers, and then the others (${LISTS.source})`, async () => {
    const [first, ...others] = LISTS.pages;
    const registered = await carryOut(await open(LISTS.opens), { pages: [first] }, data);
    expect(registered.dil).toMatch(/^3252/);
    expect(affiliateRows(registered).map(([nss]) => nss!.replace(' ', ''))).toContain(demo.worker.nss);
    const former = await carryOut(registered, { pages: others }, data);
    expect(affiliateRows(former).map(([nss]) => nss!.replace(' ', ''))).toContain(demo.formerWorker.nss);
  });

  test(`the program lists registered workers in a browser (${BROWSED.source})`, async () => {
    const page = await carryOut(await open(BROWSED.opens), BROWSED, data);
    expect(page.dil).toMatch(/^3252/);
    expect(affiliateRows(page).map(([nss]) => nss!.replace(' ', ''))).toContain(demo.worker.nss);
    expect(page.$('#Sub2207801001')).toHaveLength(1);
  });
});
