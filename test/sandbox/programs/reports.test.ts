import { describe, expect, test } from 'vitest';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { duplicateTa } from '../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import { lifeReport } from '../../../shared/authorities/tgss/jacada/life-report.ts';
import {
  accountLife,
  accountUpToDate,
  workersReport,
} from '../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { pdfText } from '../../support/pdf.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { carryOut, type Dialog, dataOf, SOURCES, type Written } from '../../support/stand-in/facts.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import { type Screen, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/**
 * Reports of Jacada as a public program requests them: it writes the forms itself in UTF-8, in its own order and without
 * unneeded fields, and makes the last form from the ids of the page.
 */

const { demo, today } = seed;
const { general } = demo.accounts;
const { worker } = demo;
const standIn = useStandIn();
const { open, register } = tgssDialogs(standIn);

const of = { nss: worker.nss, regimen: general.regimen, ccc: general.ccc };
/** The day since which the worker has been registered. */
const registered = seed.state.tgss.registrations.find(({ nss }) => nss === worker.nss)!.alta.date;

interface Report extends Dialog {
  opens: string;
  application?: string;
  /** The subject of the document. */
  about: 'nss' | 'ccc';
}

/** The first row of a list. */
const firstRow = (form: string, table: string): Written =>
  `Applname=LIBAFCON Formname=${form} sessionId={session} focusedControl=tbl_cbo_${table}_0_0 default_null=1
   txt_CommandEdit=EN btn_FkeyButton=+ tbl_cbo_${table}_0_0=Select`;

/** After each page the program reads the code in `DIL`, and after the last one the ids of the report. */
const REPORTS = {
  ACR71: {
    source: 'aonsolutions/aon-application: ACR71 without a browser',
    opens: 'ACR71',
    pages: [
      `Applname=LIBAFCON Formname=ACRM7101 sessionId={session} focusedControl=Sub2207001009 default_null=1
       txt_EntornoPr=0 txt_Transac=Acr71 txt_MenuPracticas=I txt_CommandEdit=Acr71
       txt_SDFREGCCO={regimen} txt_SDFTESCCO={ccc.province} txt_SDFNYCCCO={ccc.number}
       txt_SDFDIADESDEM={on.day} txt_SDFMESDESDEM={on.month} txt_SDFAODESDEM={on.year}
       txt_SDFDIAHASTAM={today.day} txt_SDFMESHASTAM={today.month} txt_SDFAOHASTAM={today.year}
       cbo_ListaTipoImpresion=OnLine btn_Sub2207001009=Continuar`,
    ],
    about: 'nss',
  },
  ATR37: {
    source: `${SOURCES.forms}, getIDCPost`,
    opens: 'ATR37',
    pages: [
      `txt_SDFTESNAF={nss.province} txt_SDFNAF={nss.number}
       txt_SDFREGCTA={regimen} txt_SDFTESCTA={ccc.province} txt_SDFCUENTA={ccc.number}
       txt_SDFDIA={on.day} txt_SDFMES={on.month} txt_SDFAO={on.year} cbo_ListaTipoImpresion=OnLine
       Applname=LIBAFCON Formname=ATRM3700 sessionId={session} focusedControl=Sub2207601004 default_null=1
       btn_Sub2207601004=Continuar`,
      firstRow('ATRM3701', 'Sub0900112078'),
    ],
    about: 'nss',
  },
  ATR64: {
    source: `${SOURCES.newerForms}, getReportAffiliateInAlta`,
    opens: 'ATR64',
    pages: [
      `Applname=LIBAFCON Formname=ATRM6401 txt_SDFREG62_ayuda={regimen.bare}
       txt_SDFTESO62={province.bare} txt_SDFNUM62={ccc.number} cbo_ListaTipoImpresion=OnLine
       btn_Sub2207601004=Continuar`,
    ],
    about: 'nss',
  },
  ATR65: {
    source: `${SOURCES.forms}, getTADuplicatePOST`,
    opens: 'ATR65',
    pages: [
      `Applname=LIBAFCON Formname=ATRM6500 sessionId={session} focusedControl=Sub2207601004 default_null=1
       txt_SDFTESNAF={nss.province} txt_SDFNAF={nss.number}
       txt_SDFREGCTA_NH={regimen} txt_SDFTESCTA={ccc.province} txt_SDFCUENTA={ccc.number}
       txt_SDFDIA={on.day} txt_SDFMES={on.month} txt_SDFAO={on.year}
       cbo_ListaTipoImpresion=OnLine chk_SDFINFTA1=1 btn_Sub2207601004=`,
      firstRow('ATRM6501', 'Sub0900112079'),
    ],
    about: 'nss',
  },
  RCR92: {
    source: `${SOURCES.forms}, getObligationAwarenessCertificatePOST`,
    opens: 'RCR92',
    application: 'DEUR',
    pages: [
      `Applname=SGIRED Formname=RCCM5201 sessionId={session} focusedControl={button.Continuar} default_null=1
       txt_SDFWMIDENT={ccc} txt_SDFWMRESU={regimen} cbo_ListaTipoImpresion=OnLine {button.Continuar}=Continuar`,
      {
        writesTwice: `Applname=SGIRED Formname=RCCM5201 sessionId={session} focusedControl={button.Confirmar}
          default_null=1 chk_chkgrupo1_1=1 chk_chkgrupo1_2=1 chk_chkgrupo1_3=1 chk_detalle_deuda=1
          cbo_ListaTipoImpresion=OnLine {button.Confirmar}=Confirmar`,
      },
    ],
    about: 'ccc',
  },
} satisfies Record<string, Report>;

/** The program reads the rows of the list, which has all registrations. */
const DATES = {
  source: `${SOURCES.forms}, getIDCDatesPOST`,
  opens: 'ATR37',
  pages: [
    `Applname=LIBAFCON Formname=ATRM3700 sessionId={session} focusedControl=Sub2207601004 default_null=1
     txt_EntornoPr=0 txt_Transac=Atr37 txt_MenuPracticas=I txt_CommandEdit=Atr37
     txt_SDFTESNAF={nss.province} txt_SDFNAF={nss.number}
     txt_SDFREGCTA={regimen} txt_SDFTESCTA={ccc.province} txt_SDFCUENTA={ccc.number}
     txt_SDFDIA= txt_SDFMES= txt_SDFAO= cbo_ListaTipoImpresion=OnLine btn_Sub2207601004=Continuar`,
  ],
};

/**
 * This program is a headless browser. For a worker with one account it reads the document that the button returns; with
 * several, which code 3710 says, it double-clicks the account and drops the answer.
 */
const LIFE = {
  source: `${SOURCES.employees}, getLaboralLife`,
  opens: 'ATR63',
  pages: [
    {
      fills: 'SDFTESORNAF={nss.province} SDFNUMNAF={nss.number} ListaTipoImpresion#2',
      presses: 'Sub2207001009',
    },
    { doubleClicks: '{regimen} {ccc.province} {ccc.number}' },
  ],
  reads: ['#DIL', 'label'],
} as const satisfies Dialog;

const bare = (digits: string) => digits.replace(/^0+/, '');
const data = dataOf(
  worker,
  general,
  { on: registered, today },
  { 'regimen.bare': bare(general.regimen), 'province.bare': bare(general.ccc.slice(0, 2)) },
);

const run = async ({
  opens,
  application,
  ...dialog
}: Dialog & { opens: string; application?: string }): Promise<Screen> =>
  carryOut(await open(opens, { ...(application && { application }) }), dialog, data);

const report = async (dialog: Report): Promise<Buffer> => (await run(dialog)).pdf();

test(`a program finds the dates of registrations (${DATES.source})`, async () => {
  const [year, month, day] = registered.split('-');
  expect((await run(DATES)).html).toMatch(new RegExp(`${day}.${month}.${year}`));
});

test(`a program gets ATR63 of a worker with one account (${LIFE.source})`, async () => {
  const first = { pages: LIFE.pages.slice(0, 1) };
  const page = await carryOut(await open(LIFE.opens), first, data);
  expect(await page.pdfText()).toContain(general.ccc);
});

/** The text of a document without blanks, because some numbers contain blanks. */
const digitsIn = async (bytes: Buffer): Promise<string> => (await pdfText(bytes)).replaceAll(' ', '');

describe('a program that asks for a report', () => {
  /** Runs the program, and expects its document to be about the right subject. */
  const runReport = async (dialog: Report) => {
    const program = await runProgram(standIn, () => report(dialog));
    expect(await digitsIn(program.result)).toContain(of[dialog.about]);
    return program;
  };

  test(`the program gets an IDC by ATR37 as our connector does (${REPORTS.ATR37.source})`, async () => {
    const program = await runReport(REPORTS.ATR37);
    const input = { ...of, date: registered };
    const connector = await runConnector(standIn, contributionData, input);
    expect(compare(program, connector, 'sentByProgram')).toEqual([{}, {}, {}]);
  });

  test(`the program gets a duplicate of a TA by ATR65 as our connector does (${REPORTS.ATR65.source})`, async () => {
    const program = await runReport(REPORTS.ATR65);
    const connector = await runConnector(standIn, duplicateTa, { ...of, date: registered, movType: 'ALTA' });
    expect(compare(program, connector, 'sentByProgram')).toEqual([
      { btn_Sub2207601004: ['', 'Continuar'] },
      {},
      {},
    ]);
  });

  const account = { regimen: general.regimen, ccc: general.ccc };

  test(`the program gets the life work of an account by ACR71 as our connector does (${REPORTS.ACR71.source})`, async () => {
    const program = await runReport(REPORTS.ACR71);
    const input = { ...account, startDate: registered, endDate: today };
    const connector = await runConnector(standIn, accountLife, input);
    expect(await digitsIn(Buffer.from(connector.result!.bytes))).toContain(of.nss);
    // The controls of the page, and the program as it once was.
    const ofPage = ['txt_EntornoPr', 'txt_Transac', 'txt_MenuPracticas', 'txt_CommandEdit'];
    const [first, ...rest] = compare(program, connector, 'sentByProgram');
    expect(Object.keys(first!).filter((name) => !ofPage.includes(name))).toEqual([]);
    expect(rest).toEqual([{}]);
  });

  test(`the program gets the workers of an account, with all digits, by ATR64 as our connector does (${REPORTS.ATR64.source})`, async () => {
    const program = await runReport(REPORTS.ATR64);
    const connector = await runConnector(standIn, workersReport, account);
    expect(await digitsIn(Buffer.from(connector.result.bytes))).toContain(of.nss);
    expect(compare(program, connector, 'sentByProgram')).toEqual([
      { txt_SDFREG62_ayuda: [bare(general.regimen), general.regimen] },
      {},
    ]);
  });

  test(`the program gets the certificate of no debts by RCR92, once, as our connector does (${REPORTS.RCR92.source})`, async () => {
    const program = await runReport(REPORTS.RCR92);
    const connector = await runConnector(standIn, accountUpToDate, account);
    expect(await pdfText(Buffer.from(connector.result.bytes))).toContain(of.ccc);
    const [first, second, again, print] = program.sent.filter(({ method }) => method === 'POST');
    expect(again!.body).toBe(second!.body);
    const once = { ...program, sent: [first!, second!, print!] };
    expect(compare(once, connector, 'sentByProgram')).toEqual([{}, {}, {}]);
  });

  test(`the program gets the life work of a worker with two accounts by ATR63 as our connector does (${LIFE.source})`, async () => {
    const { second } = demo.accounts;
    const before = () => register(worker, second);
    const program = await runProgram(
      standIn,
      async () => (await carryOut(await open(LIFE.opens), LIFE, dataOf(worker, second))).pdf(),
      before,
    );
    expect(await pdfText(program.result)).toContain(second.ccc);
    const input = { nss: worker.nss, regimen: second.regimen, ccc: second.ccc };
    const connector = await runConnector(standIn, lifeReport, input, { before });
    expect(await pdfText(Buffer.from(connector.result.bytes))).toContain(second.ccc);
    expect(compare(program, connector)).toEqual([{}, {}, {}]);
  });
});
