import { describe, expect, test } from 'vitest';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { duplicateTa } from '../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import { lifeReport } from '../../../shared/authorities/tgss/jacada/life-report.ts';
import { pdfText } from '../../support/pdf.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/beside.ts';
import { encodeForm, type Fields, type PortalClient } from '../../support/stand-in/portal-client.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import { REPORT, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/**
 * Reports of Jacada as a public program asks for them: it writes the forms itself, in an order of its own, without the
 * fields that it does not need, in UTF-8, and makes the last form from the ids of the page.
 */

const { demo, today } = seed;
const { general } = demo.accounts;
const { worker } = demo;
const standIn = useStandIn();
const { open, register } = tgssDialogs(standIn);

const of = { nss: worker.nss, regimen: general.regimen, ccc: general.ccc };
/** The day since which the worker is registered. */
const registered = seed.state.tgss.registrations.find(({ nss }) => nss === worker.nss)!.alta.date;
const [year, month] = today.split('-') as [string, string];

/** Address of the form and session of a page, as the program finds them. */
const formIn = (html: string) => {
  const { link, session } = /<form.*action="(?<link>.+?SessionId=(?<session>[^&]+?)&.*?)"/.exec(html)!
    .groups!;
  return { link: link!.replaceAll('&amp;', '&'), session: session! };
};

const codeIn = (html: string) => /id="DIL"[^>]*>\s*(\d{4})/.exec(html)?.[1];

interface Ask {
  transaction: string;
  application?: string;
  /** Some programs send the last form twice, to the same address, before they read the answer. */
  twice?: boolean;
  steps: ((session: string, html: string) => Fields)[];
}

/** Opens a transaction, and posts forms one after another. Gives the last page. */
const ask = async (
  client: PortalClient,
  { transaction, application = 'AFIR', twice = false, steps }: Ask,
) => {
  let { text } = await client.get(
    `/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=${transaction}&E=I&AP=${application}`,
  );
  for (const step of steps) {
    const { link, session } = formIn(text);
    const address = link.startsWith('/') ? link : `/${link}`;
    const body = encodeForm(step(session, text), 'utf8');
    ({ text } = await client.postForm(address, body));
    if (twice && step === steps.at(-1)) ({ text } = await client.postForm(address, body));
    expect(codeIn(text) ?? '').not.toMatch(/^(?:30(?!83)|38)/);
  }
  return text;
};

/** The document of a page, by the values of its ids. */
const documentOf = async (client: PortalClient, html: string): Promise<Buffer> => {
  const value = (id: string) => new RegExp(`id="${id}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '';
  const fields: Fields = [
    ['param', value('SDFFICHERO')],
    ['trans', [1, 2, 3, 4].map((piece) => value(`SDFINFORMEA60${piece}`)).join('')],
    ['aplicacion', value('SDFAPLICACION')],
    ['usuario', value('SDFUSUARIO')],
    ['idioma', value('SDFIDIOMA')],
    ['fecha', `${value('SDFFECHA')} ${value('SDFHORA')}`],
    ['tipo', value('SDFTIPO')],
  ];
  const { bytes, headers } = await client.postForm(REPORT, encodeForm(fields, 'utf8'));
  expect(headers['content-type']).toBe('application/pdf');
  return bytes;
};

const report = async (asked: Ask) => {
  const client = standIn.client();
  return documentOf(client, await ask(client, asked));
};

const frame = (form: string, session: string, focused: string): Fields => [
  ['Applname', 'LIBAFCON'],
  ['Formname', form],
  ['sessionId', session],
  ['focusedControl', focused],
  ['default_null', '1'],
];

const CONTINUE: Fields = [['btn_Sub2207601004', 'Continuar']];
const workerFields: Fields = [
  ['txt_SDFTESNAF', worker.nss.slice(0, 2)],
  ['txt_SDFNAF', worker.nss.slice(2)],
];
const accountFields = (scheme: string): Fields => [
  [scheme, general.regimen],
  ['txt_SDFTESCTA', general.ccc.slice(0, 2)],
  ['txt_SDFCUENTA', general.ccc.slice(2)],
];
const dayFields = (date: string): Fields => [
  ['txt_SDFDIA', date.slice(8)],
  ['txt_SDFMES', date.slice(5, 7)],
  ['txt_SDFAO', date.slice(0, 4)],
];
const ONLINE: Fields = [['cbo_ListaTipoImpresion', 'OnLine']];

/** The first row of a list. */
const firstRow = (form: string, table: string) => (session: string) =>
  [
    ...frame(form, session, `tbl_cbo_${table}_0_0`),
    ['txt_CommandEdit', 'EN'],
    ['btn_FkeyButton', '+'],
    [`tbl_cbo_${table}_0_0`, 'Select'],
  ] as Fields;

describe('contribution data', () => {
  const atr37 = (on: string): Ask => ({
    transaction: 'ATR37',
    steps: [
      (session) => [
        ...workerFields,
        ...accountFields('txt_SDFREGCTA'),
        ...dayFields(on),
        ...ONLINE,
        ...frame('ATRM3700', session, 'Sub2207601004'),
        ...CONTINUE,
      ],
      firstRow('ATRM3701', 'Sub0900112078'),
    ],
  });

  test('ATR37 (IDC), and what our connector sends', async () => {
    const program = await runProgram(standIn, () => report(atr37(registered)));
    expect(await pdfText(program.result)).toContain(worker.nss);
    const input = { ...of, date: registered };
    const connector = await runConnector(standIn, contributionData, input);
    expect(compare(program, connector, 'sentByProgram')).toEqual([{}, {}, {}]);
  });

  test('ATR37 with an empty date lists all', async () => {
    const [first] = atr37('').steps;
    const html = await ask(standIn.client(), { transaction: 'ATR37', steps: [first!] });
    expect(html).toContain('tbl_cbo_Sub0900112078_0_0');
  });

  test('ATR38 makes the report of an account without a list', async () => {
    const document = await report({
      transaction: 'ATR38',
      steps: [
        (session) => [
          ...frame('ATRM3800', session, 'Sub2207601004'),
          ...accountFields('txt_SDFREGCTA'),
          ...ONLINE,
          ['txt_SDFMES', month],
          ['txt_SDFAO', year],
          ['chk_SDFSELEC', '1'],
          ...CONTINUE,
        ],
      ],
    });
    expect(await pdfText(document)).toContain(general.ccc);
  });

  test.each([
    ['once', false],
    ['twice', true],
  ])('ATR39 makes the report of a worker without a list, with its form sent %s', async (_times, twice) => {
    const document = await report({
      transaction: 'ATR39',
      twice,
      steps: [
        (session) => [
          ...frame('ATRM3900', session, 'Sub2207601004'),
          ...workerFields,
          ...accountFields('txt_SDFREGCTA_ayuda'),
          ['txt_SDFMES', month],
          ['txt_SDFAO', year],
          ...ONLINE,
          ...CONTINUE,
        ],
      ],
    });
    expect(await pdfText(document)).toContain(worker.nss);
  });
});

describe('other reports', () => {
  test('ATR65 (duplicate of a TA), and what our connector sends', async () => {
    const program = await runProgram(standIn, () =>
      report({
        transaction: 'ATR65',
        steps: [
          (session) => [
            ...frame('ATRM6500', session, 'Sub2207601004'),
            ...workerFields,
            ...accountFields('txt_SDFREGCTA_NH'),
            ...dayFields(registered),
            ...ONLINE,
            ['chk_SDFINFTA1', '1'],
            // The program sends the button without its label.
            ['btn_Sub2207601004', ''],
          ],
          firstRow('ATRM6501', 'Sub0900112079'),
        ],
      }),
    );
    expect(await pdfText(program.result)).toContain(worker.nss);
    const connector = await runConnector(standIn, duplicateTa, { ...of, date: registered, movType: 'ALTA' });
    expect(compare(program, connector, 'sentByProgram')).toEqual([
      { btn_Sub2207601004: ['', 'Continuar'] },
      {},
      {},
    ]);
  });

  test('ATR63 (life work) of a worker with two accounts, and what our connector sends', async () => {
    const { second } = demo.accounts;
    const before = () => register(worker, second);
    // This program is a browser without window, and finds the account by the text of its label.
    const program = await runProgram(
      standIn,
      async () => {
        const list = await (await open('ATR63')).press('Sub2207001009', {
          SDFTESORNAF: worker.nss.slice(0, 2),
          SDFNUMNAF: worker.nss.slice(2),
          ListaTipoImpresion: 'OnLine',
        });
        const wanted = `${second.regimen} ${second.ccc.slice(0, 2)} ${second.ccc.slice(2)}`;
        const label = list.$('label').filter((_, each) => list.$(each).text() === wanted);
        const [, table, row] = /^(.+)_\d+_(\d+)$/.exec(label.attr('id')!)!;
        return (await list.choose(table!, Number(row))).pdf();
      },
      before,
    );
    expect(await pdfText(program.result)).toContain(second.ccc);
    const input = { nss: worker.nss, regimen: second.regimen, ccc: second.ccc };
    const connector = await runConnector(standIn, lifeReport, input, { before });
    expect(await pdfText(Buffer.from(connector.result.bytes))).toContain(second.ccc);
    expect(compare(program, connector)).toEqual([{}, {}, {}]);
  });

  test('ATR64 (ITA) of an account, with scheme and province as they are', async () => {
    const document = await report({
      transaction: 'ATR64',
      steps: [
        (session) => [
          ...frame('ATRM6401', session, 'Sub2207601004'),
          ['txt_SDFREG62_ayuda', general.regimen],
          ['txt_SDFTESO62', general.ccc.slice(0, 2)],
          ['txt_SDFNUM62', general.ccc.slice(2)],
          ...ONLINE,
          ...CONTINUE,
        ],
      ],
    });
    expect(await pdfText(document)).toContain(worker.nss);
  });

  test.each([
    ['once', false],
    ['twice', true],
  ])('RCR92 certifies that an account is up to date, with the last form sent %s', async (_times, twice) => {
    const button = (html: string, label: string) =>
      new RegExp(`name="([^"]+)"[^>]*value="${label}"`).exec(html)![1]!;
    const client = standIn.client();
    const html = await ask(client, {
      transaction: 'RCR92',
      application: 'DEUR',
      twice,
      steps: [
        (session, page) => [
          ['Applname', 'SGIRED'],
          ['Formname', 'RCCM5201'],
          ['sessionId', session],
          ['focusedControl', button(page, 'Continuar')],
          ['default_null', '1'],
          ['txt_SDFWMIDENT', general.ccc],
          ['txt_SDFWMRESU', general.regimen],
          ...ONLINE,
          [button(page, 'Continuar'), 'Continuar'],
        ],
        (session, page) => [
          ['Applname', 'SGIRED'],
          ['Formname', 'RCCM5201'],
          ['sessionId', session],
          ['focusedControl', button(page, 'Confirmar')],
          ['default_null', '1'],
          ['chk_chkgrupo1_1', '1'],
          ['chk_chkgrupo1_2', '1'],
          ['chk_chkgrupo1_3', '1'],
          ['chk_detalle_deuda', '1'],
          ...ONLINE,
          [button(page, 'Confirmar'), 'Confirmar'],
        ],
      ],
    });
    expect(await pdfText(await documentOf(client, html))).toContain(general.ccc);
  });
});
