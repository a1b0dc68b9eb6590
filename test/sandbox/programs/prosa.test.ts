import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { authorisedUsers } from '../../../shared/authorities/tgss/prosa/authorised-users.ts';
import { changeGroup, changeOccupation } from '../../../shared/authorities/tgss/prosa/change-record.ts';
import { fie } from '../../../shared/authorities/tgss/prosa/fie.ts';
import { removeRegistration } from '../../../shared/authorities/tgss/prosa/remove-registration.ts';
import { compare, type Run, runConnector, runProgram } from '../../support/stand-in/beside.ts';
import type { Fields } from '../../support/stand-in/portal-client.ts';
import { ACCEPT, fullAccount, type Page, prosaPages } from '../../support/stand-in/prosa-page.ts';
import { type AccountKey, seed, useStandIn, type WorkerKey } from '../../support/stand-in/stand-in.ts';
import { tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/**
 * Prosa as public programs use it: with a browser without window, which finds controls by id and sends the whole form,
 * or with forms that they write themselves, in UTF-8. Beside it, what our connector sends for the same.
 */

const { demo, today } = seed;
const { general } = demo.accounts;
const { worker } = demo;
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

/** Some programs add this to every form, as our connector does, to get the data in XML. */
const XML = { 'ARQ.SPM.OUT': [undefined, 'XML_STYLESHEET'] };

describe('which authorised user acts', () => {
  const withoutZeros = String(Number(mainUser));
  /** Follows a link of the page. */
  const follow = async (page: Page, selector: string): Promise<string> => {
    const link = page.$(selector);
    expect(link).toHaveLength(1);
    return (await standIn.client().get(link.attr('href')!)).text;
  };
  const pressed = async (page: Page, values: Record<string, string | true>) =>
    (await page.press(ACCEPT, values)).text;

  test.each<[string, string, (page: Page) => Promise<string>, string]>([
    ['a radio by its index', 'XV21Y200', (page) => pressed(page, { autorizacion1: true }), 'ANNIO_DESDE'],
    [
      'a radio by the number in its id',
      'XV21Y600',
      (page) => pressed(page, { [`autorizado${mainUser}`]: true }),
      'idOPCION1',
    ],
    [
      'a link whose address ends in the number without zeros',
      'XV21Y200',
      (page) => follow(page, `a[href$="NUM_AUTORIZADO=${withoutZeros}"]`),
      'ANNIO_DESDE',
    ],
    [
      'a link with the number without zeros in its id',
      'XV21F001',
      (page) => follow(page, `a#enlace_${withoutZeros}`),
      'AC_BUSCAR_OAR',
    ],
    ['a list', 'XV21B400', (page) => pressed(page, { NUM_AUTORIZADO: mainUser }), 'IBAN'],
  ])('%s', async (_form, application, choose, next) => {
    expect(await choose(await open(application))).toContain(next);
  });

  test.each(['XV21Y200', 'XV21F001', 'XV21B400'])('our connector reads them from %s', async (application) => {
    const { result, sent } = await runConnector(standIn, authorisedUsers, { application });
    expect(result.map(({ numero }) => numero).sort()).toEqual([mainUser, otherUser].sort());
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('settlements', () => {
  test('each of a list is opened by its index, with forms of the program, all to the first address', async () => {
    const choice = await open('XV21Y200');
    const form = await choice.press(ACCEPT, { autorizacion1: true });
    const [year, month] = demo.rlc.startDate.split('-') as [string, string];
    const list = await form.post([
      ['SPM.CONTEXT', 'internet'],
      ['SPM.PORTALTYPE', 'HTML'],
      ['MODO_BUSQUEDA', 'CCC'],
      ['CCC', general.ccc],
      ['REGIMEN', general.regimen],
      ['MES_DESDE', '01'],
      ['ANNIO_DESDE', year],
      ['MES_HASTA', month],
      ['ANNIO_HASTA', year],
      ['TIPO_LIQUIDACION', 'L00'],
      ['ORIGEN_LIQUIDACION', 'T'],
      ['SPM.ACC.ACEPTAR', 'Aceptar'],
    ]);
    const number = list.$('input[name=LIQUIDACION]').length;
    expect(number).toBeGreaterThan(1);
    for (let index = 0; index < number; index += 1) {
      const page = await list.post(
        [
          ['SPM.CONTEXT', 'internet'],
          ['SPM.PORTALTYPE', 'HTML'],
          ['LIQUIDACION', String(index)],
          ['SPM.ACC.CONTINUAR', 'Continuar'],
        ],
        form.action,
      );
      expect(page.text).toContain('LIQUIDO DE TOTALES');
    }
  });
});

describe('FIE', () => {
  const [from, to] = [demo.fie.startDate, demo.fie.endDate];
  const fields = {
    REG: general.regimen,
    PROV: general.ccc.slice(0, 2),
    NUM: general.ccc.slice(2),
    fechaIniEmpresa: slashed(from),
    fechaFinEmpresa: slashed(to),
  };

  test('as since 2022, and what our connector sends', async () => {
    const program = await runProgram(standIn, async () => {
      const found = await (await open('XV26L100')).press('ENVIO_10', {
        OPCIONES_BUSQUEDA_4: true,
        ...fields,
      });
      const page = await found.press('ENVIO_15');
      expect(
        page.$('#prevdocumentoseinformes a').length + page.$('a[data-pc_tipo="documento"]').length,
      ).not.toBe(0);
      return page.document();
    });
    const input = { of: 'company' as const, regimen: general.regimen, ccc: general.ccc, from, to };
    const connector = await runConnector(standIn, fie, input);
    expect(compare(program, connector)).toEqual([XML, XML]);
  });

  test('as before 2022, with the address of the document made by the program', async () => {
    const first = await open('XV26L100');
    const own: Fields = [
      ['OPCIONES_BUSQUEDA', '0'],
      ['regimen', general.regimen],
      ['provincia', general.ccc.slice(0, 2)],
      ['cccnum', general.ccc.slice(2)],
      ['fechaIniEmpresa', slashed(from)],
      ['fechaFinEmpresa', slashed(to)],
    ];
    await first.post([...own, ['SPM.ACC.Accion_Buscar', 'Buscar']]);
    const page = await first.post([...own, ['SPM.ACC.DESCARGAR', 'DESCARGAR']]);
    const session = /;jsessionid=\w+/.exec(page.text)![0];
    const path = `/ProsaInternet/ViewDocUtf8${session}?SECUENCIAL=1&TYPEVIEW=INFORME`;
    const { bytes } = await standIn.client().get(path);
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
  });
});

describe('changes', () => {
  const when = addDays(today, -3);
  const first = (account: AccountKey, who: WorkerKey = worker) => ({
    tipo: '1',
    NA5NumSegSocialCompleto: who.nss,
    IP9NumDoc: who.dni,
    CC1EmpresaAut: fullAccount(account),
    PR_CAMPO_ORIGEN: 'FORM',
  });

  test.each<{ application: string; values: Record<string, string>; run: () => Promise<Run<unknown>> }>([
    {
      application: 'XV24M00B',
      values: { codNuevoGrupo: '03', fechaSituacion: slashed(when) },
      run: () =>
        runConnector(standIn, changeGroup, { ...inputOf(general), fecha_real: when, grupo_cotizacion: '03' }),
    },
    {
      application: 'XV24M00G',
      values: { NueOcu: 'B', fecSit: slashed(when) },
      run: () =>
        runConnector(standIn, changeOccupation, { ...inputOf(general), fecha_real: when, ocupacion: 'b' }),
    },
  ])('$application, and what our connector sends', async ({ application, values, run }) => {
    const program = await runProgram(standIn, async () => {
      const page = await (await open(application)).press('ENVIO_10', first(general));
      return (await page.press('ENVIO_7', values)).message;
    });
    expect(program.result).toMatch(/^INFO/);
    const connector = await run();
    // The program needs no document.
    const printed = { tipoImpresion: ['', 'OnLine'] };
    expect(compare(program, connector)).toEqual([XML, { ...XML, ...printed }]);
  });

  test('XV24M00E removes a registration, and what our connector sends', async () => {
    const newWorker = demo.newWorkers[0]!;
    const before = () => register(newWorker, general);
    const program = await runProgram(
      standIn,
      async () => {
        const page = await open('XV24M00E');
        const impression = page.$('select[name=tipoImpresion] > option').eq(2).attr('value')!;
        const values = { NA5NumSegSocialCompleto: newWorker.nss, CC1EmpresaAut: fullAccount(general) };
        const fields = page.fields(values, 'ENVIO_3');
        return (
          await page.post(
            fields.map(([name, value]) => [name, name === 'tipoImpresion' ? impression : value]),
          )
        ).message;
      },
      before,
    );
    expect(program.result).toMatch(/correctamente/i);
    const connector = await runConnector(standIn, removeRegistration, inputOf(general, newWorker), {
      before,
    });
    expect(compare(program, connector)).toEqual([XML]);
  });
});
