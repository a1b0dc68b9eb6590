import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { type AltaInput, alta } from '../../../shared/authorities/tgss/jacada/alta.ts';
import { baja } from '../../../shared/authorities/tgss/jacada/baja.ts';
import { changeCno } from '../../../shared/authorities/tgss/jacada/change-cno.ts';
import { changeContract } from '../../../shared/authorities/tgss/jacada/change-contract.ts';
import { removeScheduled } from '../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { removeTermination } from '../../../shared/authorities/tgss/jacada/remove-termination.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/beside.ts';
import { type AccountKey, seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import { CONTINUE, dayFields, type Screen, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/**
 * Registrations as public programs make them with a browser without window: they fill in controls by their names, and
 * all controls of the page are sent. Beside it, what our connector sends for the same: the same fields, where no other
 * is named.
 */

const { demo, today } = seed;
const { general, artists, agrarian } = demo.accounts;
const worker = demo.newWorkers[0]!;
const standIn = useStandIn();
const { open } = tgssDialogs(standIn);

const COEFFICIENT_WARNING = 'Sub0600401054';

/** Both screens of ATR01, the warning after them, and the document. */
const move = async (kind: 'Alta' | 'Baja', account: AccountKey, data: Record<string, string>) => {
  const second = await (await open('ATR01')).press(CONTINUE, {
    ListaAltasBajas: kind,
    SDFPROAFI: worker.nss.slice(0, 2),
    SDFCODAFI: worker.nss.slice(2),
    SDFREGAFI_ayuda: account.regimen,
    SDFTIPPFI_ayuda: String(worker.identificacion),
    SDFNUMPFI: worker.dni.padStart(10, '0'),
    SDFTESCTACOT: account.ccc.slice(0, 2),
    SDFCTACOT: account.ccc.slice(2),
  });
  // Scheme 0163 has another list.
  const list = ['ListaTipoImpresion001', 'ListaTipoImpresion'].find((id) => second.$(`#${id}`).length > 0)!;
  const answer = await second.press(CONTINUE, { ...data, ListaSiNo: 'SI', [list]: 'OnLine' });
  const report = await confirmed(answer);
  if (report.formname !== 'EIOMINTE') throw new Error(report.dil);
  return report.pdf();
};

const confirmed = async (screen: Screen): Promise<Screen> =>
  screen.text(COEFFICIENT_WARNING) ? screen.press(screen.$('input[value=Confirmar]').attr('id')!) : screen;

const register = (account: AccountKey = general, day = today) =>
  move('Alta', account, {
    SDFSITAFI_ayuda: '01',
    ...dayFields('SDFFREAL', day),
    SDFGRUCOT_ayuda: '07',
    SDFTICO_ayuda: '100',
    SDFCNOCUP_ayuda: '4309',
  });

/** The worker and the account, as the interface names them. */
const inputOf = ({ regimen, ccc }: AccountKey, { nss, dni }: WorkerKey = worker) => ({
  nss,
  dni,
  identificacion: '1' as const,
  regimen,
  ccc,
});

interface Case {
  what: string;
  account: AccountKey;
  /** What the program fills in on the second screen. */
  data: Record<string, string>;
  /** The same for the connector. */
  input: Omit<AltaInput, keyof ReturnType<typeof inputOf> | 'fecha_real'>;
  posts: number;
}

describe('ATR01 alta', () => {
  test.each<Case>([
    {
      what: 'scheme 0111, full time',
      account: general,
      data: { SDFGRUCOT_ayuda: '07', SDFTICO_ayuda: '100', SDFCNOCUP_ayuda: '4309' },
      input: { grupo_cotizacion: '07', tipo_contrato: '100', cno: '4309' },
      posts: 3,
    },
    {
      what: 'scheme 0112, with category',
      account: artists,
      data: {
        SDFGRUCOT_ayuda: '03',
        SDFTICO_ayuda: '100',
        SDFCNOCUP_ayuda: '2931',
        SDFCATPROF_ayuda: '0310000',
      },
      input: { grupo_cotizacion: '03', tipo_contrato: '100', cno: '2931', category_professional: '0310000' },
      posts: 3,
    },
    {
      what: 'part time',
      account: general,
      data: { SDFGRUCOT_ayuda: '07', SDFTICO_ayuda: '200', SDFCOEFCO_ayuda: '500', SDFCNOCUP_ayuda: '4309' },
      input: { grupo_cotizacion: '07', tipo_contrato: '200', cno: '4309', coeficiente: '500' },
      posts: 3,
    },
    {
      what: 'part time of few hours, with the warning',
      account: general,
      data: { SDFGRUCOT_ayuda: '07', SDFTICO_ayuda: '200', SDFCOEFCO_ayuda: '040', SDFCNOCUP_ayuda: '4309' },
      input: { grupo_cotizacion: '07', tipo_contrato: '200', cno: '4309', coeficiente: '040' },
      posts: 4,
    },
    {
      what: 'unemployed before',
      account: general,
      data: {
        SDFGRUCOT_ayuda: '07',
        SDFTICO_ayuda: '100',
        SDFCNOCUP_ayuda: '4309',
        SDFDESEMP_ayuda: '1',
        SDFCOLTRA_ayuda: '951',
        SDFOCUPACION_ayuda: 'A',
      },
      input: {
        grupo_cotizacion: '07',
        tipo_contrato: '100',
        cno: '4309',
        cond_desempleado: '1',
        worker_collective: '951',
        ocupacion: 'a',
      },
      posts: 3,
    },
    {
      what: 'scheme 0163, by days worked',
      account: agrarian,
      data: { SDFGRUCOT_ayuda: '10', SDFTICO_ayuda: '100', SDFCNOCUP_ayuda: '9511', SDFMODCOTI_ayuda: '2' },
      input: { grupo_cotizacion: '10', tipo_contrato: '100', cno: '9511', modalidad_ctz: '2' },
      posts: 3,
    },
  ])('$what', async ({ account, data, input, posts }) => {
    const begin = { SDFSITAFI_ayuda: '01', ...dayFields('SDFFREAL', today) };
    const program = await runProgram(standIn, () => move('Alta', account, { ...begin, ...data }));
    const all = { ...inputOf(account), fecha_real: today, ...input };
    const connector = await runConnector(standIn, alta, all);
    expect(compare(program, connector)).toEqual(Array(posts).fill({}));
    expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.alta': 1 });
  });
});

describe('ATR01 baja', () => {
  test.each([
    { what: 'without holidays', data: {}, input: {} },
    {
      what: 'with holidays',
      data: dayFields('SDFFFINV', addDays(today, 5)),
      input: { fecha_vacaciones: addDays(today, 5) },
    },
    {
      what: 'with holidays and an indicator',
      data: { ...dayFields('SDFFFINV', addDays(today, 5)), SDFINDSAA: 'S' },
      input: { fecha_vacaciones: addDays(today, 5), indicativoSAA: 'S' },
    },
  ])('$what', async ({ data, input }) => {
    const before = () => register(general, addDays(today, -3));
    const begin = { SDFSITAFI_ayuda: '93', ...dayFields('SDFFREAL', today) };
    const program = await runProgram(standIn, () => move('Baja', general, { ...begin, ...data }), before);
    const all = { ...inputOf(general), situacion: '93', fecha_real: today, ...input };
    const connector = await runConnector(standIn, baja, all, { before });
    expect(compare(program, connector)).toEqual([{}, {}, {}]);
  });

  test('a date without zeros, as a browser program types it', async () => {
    standIn.time = Date.parse('2026-07-03T10:00:00Z');
    await register(general, '2026-07-01');
    const document = await move('Baja', general, {
      SDFSITAFI_ayuda: '93',
      SDFFREALDD: '3',
      SDFFREALMM: '7',
      SDFFREALAA: '2026',
    });
    expect(document.length).toBeGreaterThan(0);
  });
});

describe('corrections', () => {
  test('ATR42 removes a scheduled registration', async () => {
    const day = addDays(today, 3);
    const before = () => register(general, day);
    const program = await runProgram(
      standIn,
      async () => {
        const button = 'Sub2207101004';
        const second = await (await open('ATR42')).press(button, {
          SDFTESORNAF: worker.nss.slice(0, 2),
          SDFNUMNAF: worker.nss.slice(2),
          SDFREGCC_ayuda: general.regimen,
          SDFTESCC: general.ccc.slice(0, 2),
          SDFNUMCC: general.ccc.slice(2),
          ListaAltasBajas001: 'Alta',
          ...dayFields('SDF', day, ['DIAB', 'MESB', 'AOB']),
          ListaAltasBajas: 'Eliminación',
        });
        return (await second.press(button)).dil;
      },
      before,
    );
    const input = { ...inputOf(general), kind: 'Alta' as const, fecha_real: day };
    const connector = await runConnector(standIn, removeScheduled, input, { before });
    expect(program.result).toMatch(/^3408/);
    expect(compare(program, connector)).toEqual([{}, {}]);
  });

  test('ATR02 removes a termination', async () => {
    const before = async () => {
      await register(general, addDays(today, -3));
      await move('Baja', general, { SDFSITAFI_ayuda: '93', ...dayFields('SDFFREAL', today) });
    };
    const program = await runProgram(
      standIn,
      async () => {
        const second = await (await open('ATR02')).press(CONTINUE, {
          SDFIDPRONAF: worker.nss.slice(0, 2),
          SDFIDNAFCON: worker.nss.slice(2),
          SDFIDTIPOPF_ayuda: '1',
          SDFIDNIDEPF: worker.dni.padStart(10, '0'),
          SDFIDREGIMEN_ayuda: general.regimen,
          SDFIDTESCTA: general.ccc.slice(0, 2),
          SDFIDCTACON: general.ccc.slice(2),
          ...dayFields('SDFIDFREAL', today),
        });
        return (await second.press('Sub2205301005')).dil;
      },
      before,
    );
    const input = { ...inputOf(general), fecha_real: today };
    const connector = await runConnector(standIn, removeTermination, input, { before });
    expect(program.result).toMatch(/^3408/);
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
  ])('ATR45, $what', async ({ contract, typed, coeficiente, other }) => {
    const before = () => register(general, addDays(today, -3));
    const program = await runProgram(
      standIn,
      async () => {
        const second = await (await open('ATR45')).press('Sub2207601004', {
          SDFPROAFI: worker.nss.slice(0, 2),
          SDFCODAFI: worker.nss.slice(2),
          SDFTIPPFI_ayuda: '1',
          // Only foreigners' documents have leading zeros here.
          SDFNUMPFI: worker.dni,
          SDFREGAFI_ayuda: general.regimen,
          SDFTESCTACOT: general.ccc.slice(0, 2),
          SDFCTACOT: general.ccc.slice(2),
        });
        const answer = await second.press(CONTINUE, {
          ...dayFields('SDFFREAL', today),
          SDFTICO_ayuda: contract,
          SDFCOEFCO_ayuda: typed,
        });
        return (await confirmed(answer)).dil;
      },
      before,
    );
    const input = {
      ...inputOf(general),
      startDate: today,
      contractType: contract,
      ...(coeficiente && { coeficiente }),
    };
    const connector = await runConnector(standIn, changeContract, input, { before });
    expect(program.result).toMatch(/^3408/);
    expect(compare(program, connector)).toEqual([{}, other]);
  });

  test('ATR55 changes the CNO', async () => {
    const before = () => register(general, addDays(today, -3));
    const program = await runProgram(
      standIn,
      async () => {
        const second = await (await open('ATR55')).press('Sub2207001004_40', {
          SDFPROAFI: worker.nss.slice(0, 2),
          SDFCODAFI: worker.nss.slice(2),
          SDFTIPPFI_ayuda: '1',
          SDFNUMPFI: worker.dni,
          SDFREGAFI: general.regimen,
          SDFTESCTACOT: general.ccc.slice(0, 2),
          SDFCTACOT: general.ccc.slice(2),
        });
        const answer = await second.press('Sub2207001004_83', {
          ...dayFields('SDF', today, ['DREAL', 'MREAL', 'AREAL']),
          SDFCNOCUP_ayuda: '4111',
        });
        const confirm = 'Sub2204701006_83';
        return (answer.text(confirm) === undefined ? answer : await answer.press(confirm)).dil;
      },
      before,
    );
    const input = { ...inputOf(general), fecha_real: today, cno: '4111' };
    const connector = await runConnector(standIn, changeCno, input, { before });
    expect(program.result).toMatch(/^3408/);
    expect(compare(program, connector).every((form) => Object.keys(form).length === 0)).toBe(true);
  });
});
