import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { type AltaInput, alta, type BajaInput, baja } from '../../../shared/authorities/tgss/jacada/atr01.ts';
import { changeCno } from '../../../shared/authorities/tgss/jacada/change-cno.ts';
import { changeContract } from '../../../shared/authorities/tgss/jacada/change-contract.ts';
import { removeScheduled } from '../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { removeTermination } from '../../../shared/authorities/tgss/jacada/remove-termination.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import {
  carryOut,
  type Data,
  type Dialog,
  dataOf,
  type Filled,
  SOURCES,
} from '../../support/stand-in/facts.ts';
import { type AccountKey, seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import { type Screen, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/**
 * Registrations as public programs make them with a headless browser: they fill in controls by name, and all controls of the
 * page are sent. Next to it, the requests of our connector for the same, which have the same fields unless a difference is
 * named.
 */

const { demo, today } = seed;
const { general, artists, agrarian } = demo.accounts;
const worker = demo.newWorkers[0]!;
const standIn = useStandIn();
const { open } = tgssDialogs(standIn);

const of = (method: string) => `${SOURCES.registrations}, ${method}`;
const WORKER = 'txt_SDFPROAFI={nss.province} txt_SDFCODAFI={nss.number}';
const DAY = 'txt_SDFFREALDD={on.day} txt_SDFFREALMM={on.month} txt_SDFFREALAA={on.year}';
/** The program has the TA made. Scheme 0163 has another list for that. */
const TA = 'cbo_ListaSiNo=SI cbo_{list}=OnLine';
/** Answers to questions that may come after the last page. */
const COEFFICIENT = [
  'Sub0600401054',
  'revise el contenido del coeficiente a tiempo parcial',
  'Confirmar',
] as const;
const QUESTIONS = [
  ['Sub0000201056', 'la mecanizacion de este tipo de registros puede implicar', 'Continuar'],
  COEFFICIENT,
  ['Frame', 'aplicarse beneficios en materia', 'Confirmar'],
] as const;

/** The first page of ATR01. @param choice 0 for a registration, 1 for a termination */
const firstPage = (choice: 0 | 1): Filled => ({
  fills: `cbo_ListaAltasBajas#${choice} ${WORKER} txt_SDFREGAFI_ayuda={regimen} txt_SDFTIPPFI_ayuda={identificacion}
          txt_SDFNUMPFI={dni.padded} txt_SDFTESCTACOT={ccc.province} txt_SDFCTACOT={ccc.number}`,
  presses: 'Continuar',
});

/** After each page the program reads the message in `DIL`; a registration is answered with the document. */
const DIALOGS = {
  alta: {
    source: of('firstPageAltaBaja, sendAltaImpl'),
    opens: 'ATR01',
    pages: [
      firstPage(0),
      {
        fills: `txt_SDFRLCE_ayuda={rlce?} txt_SDFSITAFI_ayuda=01 ${DAY} txt_SDFGRUCOT_ayuda={group}
                txt_SDFTICO_ayuda={contract} txt_SDFCOLTRA_ayuda={collective?}
                txt_SDFCONVCOL_ayuda?=60888888888888 txt_SDFOCUPACION_ayuda={occupation?}
                txt_SDFMODCOTI_ayuda={modality?} txt_SDFCOEFCO_ayuda={coefficient?}
                txt_SDFCATPROF_ayuda={category?} txt_SDFDESEMP_ayuda={unemployed?} txt_SDFCNOCUP_ayuda={cno} ${TA}`,
        presses: 'Continuar',
      },
    ],
    questions: QUESTIONS,
    reads: ['#Sub1001101047', '#Sub1201101047', '#DIL'],
  },
  baja: {
    source: of('firstPageAltaBaja, sendBajaImpl'),
    opens: 'ATR01',
    pages: [
      firstPage(1),
      {
        fills: `txt_SDFSITAFI_ayuda=93 ${DAY} txt_SDFFFINVDD={holidays.day?} txt_SDFFFINVMM={holidays.month?}
                txt_SDFFFINVAA={holidays.year?} txt_SDFINDSAA={indicator?} ${TA}`,
        presses: 'Continuar',
      },
    ],
    questions: QUESTIONS,
    reads: ['#DIL'],
  },
  /** The program types dates without leading zeros. */
  typedBaja: {
    source: `${SOURCES.typed}/BajaBot.java`,
    opens: 'ATR01',
    pages: [
      {
        fills: `ListaAltasBajas#1 ${WORKER} txt_SDFTIPPFI_ayuda={identificacion} txt_SDFNUMPFI={dni.padded}
                txt_SDFREGAFI_ayuda={regimen} txt_SDFTESCTACOT={ccc.province} txt_SDFCTACOT={ccc.number}`,
        presses: 'Sub2207401004',
      },
      {
        fills: `txt_SDFSITAFI_ayuda=93 txt_SDFFREALDD={on.day.bare} txt_SDFFREALMM={on.month.bare}
                txt_SDFFREALAA={on.year}`,
        presses: 'Sub2207401004',
      },
    ],
  },
  removeScheduled: {
    source: of('movPrevDeleteImpl'),
    opens: 'ATR42',
    pages: [
      {
        fills: `txt_SDFTESORNAF={nss.province} txt_SDFNUMNAF={nss.number} txt_SDFREGCC_ayuda={regimen}
                txt_SDFTESCC={ccc.province} txt_SDFNUMCC={ccc.number} cbo_ListaAltasBajas001#0
                txt_SDFDIAB={on.day} txt_SDFMESB={on.month} txt_SDFAOB={on.year} cbo_ListaAltasBajas#1`,
        presses: 'Sub2207101004',
      },
      { presses: 'Sub2207101004' },
    ],
  },
  removeTermination: {
    source: of('removeBajaConsolidatedImpl'),
    opens: 'ATR02',
    pages: [
      {
        fills: `txt_SDFIDPRONAF={nss.province} txt_SDFIDNAFCON={nss.number}
                txt_SDFIDTIPOPF_ayuda={identificacion} txt_SDFIDNIDEPF={dni.padded}
                txt_SDFIDREGIMEN_ayuda={regimen} txt_SDFIDTESCTA={ccc.province} txt_SDFIDCTACON={ccc.number}
                txt_SDFIDFREALDD={on.day} txt_SDFIDFREALMM={on.month} txt_SDFIDFREALAA={on.year}`,
        presses: 'Continuar',
      },
      { presses: 'Confirmar' },
    ],
  },
  contract: {
    source: of('updateContractCoefImpl'),
    opens: 'ATR45',
    pages: [
      {
        fills: `${WORKER} txt_SDFTIPPFI_ayuda={identificacion} txt_SDFNUMPFI={dni}
                txt_SDFREGAFI_ayuda={regimen} txt_SDFTESCTACOT={ccc.province} txt_SDFCTACOT={ccc.number}`,
        presses: 'Sub2207601004',
      },
      {
        fills: `${DAY} txt_SDFTICO_ayuda={contract} txt_SDFCOEFCO_ayuda={coefficient}`,
        presses: 'Sub2207401004',
      },
    ],
    questions: [COEFFICIENT],
  },
  cno: {
    source: of('updateCnoImpl'),
    opens: 'ATR55',
    pages: [
      {
        fills: `${WORKER} txt_SDFTIPPFI_ayuda={identificacion} txt_SDFNUMPFI={dni}
                SDFREGAFI={regimen} txt_SDFTESCTACOT={ccc.province} txt_SDFCTACOT={ccc.number}`,
        presses: 'Sub2207001004_40',
      },
      {
        fills:
          'txt_SDFDREAL={on.day} txt_SDFMREAL={on.month} txt_SDFAREAL={on.year} txt_SDFCNOCUP_ayuda={cno}',
        presses: 'Sub2207001004_83',
      },
    ],
    questions: [['Sub2204701006_83', '', 'Sub2204701006_83']],
  },
} satisfies Record<string, Dialog>;

interface How {
  account?: AccountKey;
  on?: string;
  dates?: Record<string, string>;
  /** The values that the program fills in, by the names of the facts. */
  data?: Data;
}

const run = async (
  dialog: Dialog & { opens: string },
  { account = general, on = today, dates, data }: How = {},
): Promise<Screen> => {
  const list = account.regimen === '0163' ? 'ListaTipoImpresion' : 'ListaTipoImpresion001';
  const values = dataOf(worker, account, { on, ...dates }, { list, ...data });
  return carryOut(await open(dialog.opens), dialog, values);
};

/** The document of a registration. */
const move = async (kind: 'alta' | 'baja', how: How) => {
  const end = await run(DIALOGS[kind], how);
  if (end.formname !== 'EIOMINTE') throw new Error(end.dil);
  return end.pdf();
};

const FULL_TIME = { group: '07', contract: '100', cno: '4309' };

const register = (account: AccountKey = general, on = today) =>
  move('alta', { account, on, data: FULL_TIME });

/** The worker and the account, with the interface's names. */
const inputOf = ({ regimen, ccc }: AccountKey, { nss, dni }: WorkerKey = worker) => ({
  nss,
  dni,
  identificacion: '1' as const,
  regimen,
  ccc,
});

describe('an alta by ATR01 that a program files', () => {
  /** The interface's names for the same fields. */
  const NAMES = {
    group: 'grupo_cotizacion',
    contract: 'tipo_contrato',
    cno: 'cno',
    category: 'category_professional',
    coefficient: 'coeficiente',
    unemployed: 'cond_desempleado',
    collective: 'worker_collective',
    occupation: 'ocupacion',
    modality: 'modalidad_ctz',
  } as const satisfies Record<string, keyof AltaInput>;

  test.each<{ what: string; account: AccountKey; data: Data; posts: number }>([
    { what: 'scheme 0111, full time', account: general, data: FULL_TIME, posts: 3 },
    {
      what: 'scheme 0112, with category',
      account: artists,
      data: { group: '03', contract: '100', cno: '2931', category: '0310000' },
      posts: 3,
    },
    {
      what: 'part time',
      account: general,
      data: { group: '07', contract: '200', cno: '4309', coefficient: '500' },
      posts: 3,
    },
    {
      what: 'part time of few hours, with the warning',
      account: general,
      data: { group: '07', contract: '200', cno: '4309', coefficient: '040' },
      posts: 4,
    },
    {
      what: 'unemployed before',
      account: general,
      data: { ...FULL_TIME, unemployed: '1', collective: '951', occupation: 'A' },
      posts: 3,
    },
    {
      what: 'scheme 0163, by days worked',
      account: agrarian,
      data: { group: '10', contract: '100', cno: '9511', modality: '2' },
      posts: 3,
    },
  ])('the alta equals that of our connector for $what', async ({ account, data, posts }) => {
    const program = await runProgram(standIn, () => move('alta', { account, data }));
    const ours = Object.entries(data).map(([name, value]) => [NAMES[name as keyof typeof NAMES], value]);
    // The program sends this agreement if the page has none.
    const all = {
      ...inputOf(account),
      fecha_real: today,
      convenio: '60888888888888',
      ...Object.fromEntries(ours),
    };
    const connector = await runConnector(standIn, alta, all as AltaInput);
    expect(compare(program, connector)).toEqual(Array(posts).fill({}));
    expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.alta': 1 });
  });
});

describe('a baja by ATR01 that a program files', () => {
  const HOLIDAYS = addDays(today, 5);

  test.each<{ what: string; how: How; input: Partial<BajaInput> }>([
    { what: 'without holidays', how: {}, input: {} },
    { what: 'with holidays', how: { dates: { holidays: HOLIDAYS } }, input: { fecha_vacaciones: HOLIDAYS } },
    {
      what: 'with holidays and an indicator',
      how: { dates: { holidays: HOLIDAYS }, data: { indicator: 'S' } },
      input: { fecha_vacaciones: HOLIDAYS, indicativoSAA: 'S' },
    },
  ])('the baja equals that of our connector: $what', async ({ how, input }) => {
    const before = () => register(general, addDays(today, -3));
    const program = await runProgram(standIn, () => move('baja', how), before);
    const all = { ...inputOf(general), situacion: '93', fecha_real: today, ...input };
    const connector = await runConnector(standIn, baja, all, { before });
    expect(compare(program, connector)).toEqual([{}, {}, {}]);
  });
});

test(`a program may type a date without zeros (${DIALOGS.typedBaja.source})`, async () => {
  standIn.time = Date.parse('2026-07-03T10:00:00Z');
  await register(general, '2026-07-01');
  await run(DIALOGS.typedBaja, { on: '2026-07-03' });
  expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.alta': 1, 'tgss.baja': 1 });
});

describe('a correction that a program files', () => {
  const registered = () => register(general, addDays(today, -3));

  test('the removal of a scheduled registration by ATR42 equals that of our connector', async () => {
    const on = addDays(today, 3);
    const before = () => register(general, on);
    const program = await runProgram(standIn, () => run(DIALOGS.removeScheduled, { on }), before);
    const input = { ...inputOf(general), kind: 'Alta' as const, fecha_real: on };
    const connector = await runConnector(standIn, removeScheduled, input, { before });
    expect(program.result.dil).toMatch(/^3408/);
    expect(compare(program, connector)).toEqual([{}, {}]);
  });

  test('the removal of a termination by ATR02 equals that of our connector', async () => {
    const before = async () => {
      await registered();
      await move('baja', {});
    };
    const program = await runProgram(standIn, () => run(DIALOGS.removeTermination), before);
    const input = { ...inputOf(general), fecha_real: today };
    const connector = await runConnector(standIn, removeTermination, input, { before });
    expect(program.result.dil).toMatch(/^3408/);
    expect(compare(program, connector)).toEqual([{}, {}]);
  });

  test.each([
    { what: 'part time', contract: '200', typed: '500', coeficiente: '500', other: {} },
    {
      what: 'full time: programs send 0, or nothing as we do',
      contract: '100',
      typed: '0',
      coeficiente: undefined,
      other: { txt_SDFCOEFCO_ayuda: ['0', ''] },
    },
  ])(
    'the change of a contract by ATR45 equals that of our connector, $what',
    async ({ contract, typed, coeficiente, other }) => {
      const data = { contract, coefficient: typed };
      const program = await runProgram(standIn, () => run(DIALOGS.contract, { data }), registered);
      const input = {
        ...inputOf(general),
        startDate: today,
        contractType: contract,
        ...(coeficiente && { coeficiente }),
      };
      const connector = await runConnector(standIn, changeContract, input, { before: registered });
      expect(program.result.dil).toMatch(/^3408/);
      expect(compare(program, connector)).toEqual([{}, other]);
    },
  );

  test('the change of a CNO by ATR55 equals that of our connector', async () => {
    const data = { cno: '4111' };
    const program = await runProgram(standIn, () => run(DIALOGS.cno, { data }), registered);
    const input = { ...inputOf(general), fecha_real: today, cno: '4111' };
    const connector = await runConnector(standIn, changeCno, input, { before: registered });
    expect(program.result.dil).toMatch(/^3408/);
    expect(compare(program, connector).every((form) => Object.keys(form).length === 0)).toBe(true);
  });
});
