import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { DONE, fullAccount, prosaPages, workerAndAccount } from '../../support/stand-in/prosa-page.ts';
import {
  type AccountKey,
  type ClientOptions,
  seed,
  useStandIn,
  type WorkerKey,
} from '../../support/stand-in/stand-in.ts';

const { demo, other, today } = seed;
const { general, agency } = demo.accounts;
const newWorker = demo.newWorkers[0]!;
const [mainUser] = demo.authorizedUsers;

const standIn = useStandIn();
const { open, dataPage, actAs } = prosaPages(standIn);

describe('changes of group, occupation and category', () => {
  test('a change of category is for artists only', async () => {
    const page = await dataPage('XV24M00I', demo.worker, general);
    const refused = await page.press('ENVIO_7', { NueCat: '1234567', fecSit: slashed(today) });
    expect(refused.message).toMatch(/^ERROR: LA CATEGORIA/);
    expect(refused.$('#NueCat').attr('value')).toBe('1234567');
    const { submissions, accepted } = await standIn.control.stats();
    expect([submissions, accepted]).toEqual([{ 'tgss.categoria': 1 }, {}]);
  });

  const asked = workerAndAccount(demo.worker, general);
  const foreign = fullAccount(other.accounts.general);
  test.each<[string, Record<string, string>, string]>([
    ['another account', { ...asked, CC1EmpresaAut: foreign }, 'CUENTA DE COTIZACION NO AUTORIZADA'],
    ['another scheme', { ...asked, CC1EmpresaAut: `0112${general.ccc}` }, 'REGIMEN ERRONEO'],
    ['an unknown number', { ...asked, NA5NumSegSocialCompleto: '1' }, 'NUMERO DE AFILIACION INEXISTENTE'],
    ['another document', { ...asked, IP9NumDoc: '1' }, 'IDENTIFICADOR DE PERSONA FISICA ERRONEO'],
    [
      'a worker who is not in the account',
      workerAndAccount(newWorker, general),
      'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA',
    ],
    ['nothing', {}, 'EL CAMPO CC1EmpresaAut DEBE TENER CONTENIDO'],
  ])('a change is refused for %s', async (_, values, text) => {
    const page = await (await open('XV24M00B')).press('ENVIO_10', values);
    expect([page.form, page.message]).toEqual(['FORMULARIO_6', `ERROR: ${text}`]);
  });

  test.each([
    [{ codNuevoGrupo: '99', fechaSituacion: slashed(today) }, 'VALOR ERRONEO EN EL CAMPO codNuevoGrupo'],
    [{ codNuevoGrupo: '05', fechaSituacion: '31/02/2024' }, 'FECHA ERRONEA'],
    [{ codNuevoGrupo: '05', fechaSituacion: slashed(addDays(today, -400)) }, 'FECHA ERRONEA'],
    [{ codNuevoGrupo: '05' }, 'EL CAMPO fechaSituacion DEBE TENER CONTENIDO'],
  ])('a change with wrong data is refused, and files nothing', async (values, text) => {
    const page = await dataPage('XV24M00B', demo.worker, general);
    const before = await standIn.control.digest();
    expect((await page.press('ENVIO_7', values)).message).toBe(`ERROR: ${text}`);
    expect(await standIn.control.digest()).toBe(before);
  });
});

describe('assignments of workers', () => {
  const assignment = (values: Record<string, string>) => ({
    OPCION: 'A',
    ...workerAndAccount(demo.agencyWorker, agency),
    CesEmpresa: fullAccount(demo.cesion),
    CesTipo: '02',
    fechaInicio: slashed(addDays(today, -5)),
    fechaFin: slashed(addDays(today, 20)),
    ...values,
  });
  const ask = async (values: Record<string, string> = {}, options: ClientOptions = {}) =>
    (await open('XV24M00K', options)).press('ENVIO_3', assignment(values));

  test('an open assignment can be changed by its company alone', async () => {
    const change = await ask({ OPCION: 'M', CesEmpresa: fullAccount(general), fechaInicio: slashed(today) });
    expect((await change.press('ENVIO_20')).message).toBe(DONE);
  });

  test('an assignment can be corrected before the confirmation', async () => {
    const back = await (await ask()).press('ENVIO_21');
    expect(back.$('#CesEmpresa').attr('value')).toBe(fullAccount(demo.cesion));
  });

  test.each([
    [{ CesEmpresa: '011128000000000' }, 'VALOR ERRONEO EN EL CAMPO CesEmpresa'],
    [{ CesTipo: '09' }, 'VALOR ERRONEO EN EL CAMPO CesTipo'],
    [{ fechaFin: slashed(addDays(today, -6)) }, 'FECHA ERRONEA'],
    [{ OPCION: 'M' }, 'LA CESION NO EXISTE'],
    [workerAndAccount(newWorker, agency), 'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA'],
  ])('an assignment is refused with %o', async (values, text) => {
    expect((await ask(values)).message).toBe(`ERROR: ${text}`);
  });
});

describe('the removal of a registration', () => {
  const remove = async (worker: WorkerKey, options: ClientOptions = {}) =>
    (await open('XV24M00E', options)).press('ENVIO_3', {
      NA5NumSegSocialCompleto: worker.nss,
      CC1EmpresaAut: fullAccount(general),
      tipoImpresion: 'OnLine',
    });

  test('the removal files at once', async () => {
    const first = await open('XV24M00E');
    expect(first.$('select[name=tipoImpresion] > option').eq(2).attr('value')).toBe('OnLine');
    const done = await remove(demo.worker);
    // Clients look for either of these spellings.
    for (const text of ['REALIZADA CORRECTAMENTE', 'realizada correctamente']) {
      expect(done.data('#MESSAGES').text()).toContain(text);
    }
    expect(await done.pdf()).toContain(slashed(demo.worker.fecha_alta));
    expect((await remove(demo.worker)).message).toBe('ERROR: EL TRABAJADOR NO ESTA EN SITUACION DE ALTA');
    expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.anulacion-alta': 1 });
  });

  test('the removal is only for registrations that are not in the future', async () => {
    expect((await remove(demo.scheduledWorker)).message).toMatch(/^ERROR: NO EXISTE ALTA CONSOLIDADA/);
  });
});

describe('unpaid placements', () => {
  const period = today.slice(0, 8).replace(/^(\d+)-(\d+)-/, '$2/$1');
  const file = async (values: Record<string, string> = {}) =>
    (await open('XV24M00P')).press('ENVIO_3', {
      ...workerAndAccount(demo.worker, general),
      periodo: period,
      diaEfectivo: '5',
      noRemunerada: '1',
      ...values,
    });

  test('a placement is stored by worker and month', async () => {
    expect((await file()).message).toBe(DONE);
    expect((await file({ diaEfectivo: '12', indPractica: 'N', noRemunerada: '' })).message).toBe(DONE);
    expect((await standIn.control.state()).tgss.placements).toMatchObject([
      {
        nss: demo.worker.nss,
        ccc: general.ccc,
        month: today.slice(0, 7),
        diaEfectivo: '12',
        indPractica: 'N',
      },
    ]);
    expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.practicas': 2 });
  });

  test.each([
    [{ diaEfectivo: '32' }, 'VALOR ERRONEO EN EL CAMPO diaEfectivo'],
    [{ periodo: '13/2024' }, 'FECHA ERRONEA'],
    [{ periodo: '01/2001' }, 'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA EN EL PERIODO'],
  ])('a placement is refused with %o', async (values, text) => {
    expect((await file(values)).message).toBe(`ERROR: ${text}`);
  });
});

describe('data of sick leaves', () => {
  const leave = {
    regimen: general.regimen,
    ccc: general.ccc,
    naf: demo.worker.nss,
    fechaBaja: slashed(demo.leave),
    contingencias: '1',
  };
  const data = {
    puestoTrabajo: 'Auxiliar',
    funcDesempe: 'Archivo de documentos',
    tipoContrato: '2',
    BaseCot: '1850,50',
    DiasCot: '28',
  };
  const name = async (values: Record<string, string> = {}) =>
    (await open('IWXP0002')).press('ENVIO_7', { ...leave, ...values });
  const check = async (values: Record<string, string> = {}, leaveValues: Record<string, string> = {}) =>
    (await name(leaveValues)).press('ENVIO_14', { ...data, ...values });

  test('the data of a leave are stored once, when they are confirmed', async () => {
    const before = await standIn.control.digest();
    const summary = await check();
    expect(await standIn.control.digest()).toBe(before);
    const end = await summary.press('ENVIO_12');
    expect(end.message).toBe('INFO: LOS DATOS ECONOMICOS SE HAN GRABADO');
    expect(await (await end.press('ENVIO_8')).pdf()).toContain('1850,50');
    expect((await name()).message).toBe('ERROR: LOS DATOS DE LA BAJA MEDICA YA CONSTAN');
    expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.datos-it': 1 });
  });

  test.each([
    [{ fechaBaja: slashed(today) }, 'NO CONSTA LA BAJA MEDICA INDICADA'],
    [{ naf: newWorker.nss }, 'NO CONSTA LA BAJA MEDICA INDICADA'],
    [{ ccc: other.accounts.general.ccc }, 'CUENTA DE COTIZACION NO AUTORIZADA'],
    [{ regimen: '0112' }, 'REGIMEN ERRONEO'],
  ])('a leave is refused with %o', async (values, text) => {
    expect((await name(values)).message).toBe(`ERROR: ${text}`);
  });

  test.each([
    [{ puestoTrabajo: '1234' }, '158 PUESTO DE TRABAJO OBLIGATORIO'],
    [{ funcDesempe: 'Pocas' }, '159 DESCRIPCION FUNCIONES OBLIGATORIO'],
    [{ BaseCot: '1.850,50' }, 'VALOR ERRONEO EN EL CAMPO BaseCot'],
    [{ tipoContrato: '1' }, 'EL CAMPO sumaBaseCot DEBE TENER CONTENIDO'],
  ])('data are refused with %o', async (values, text) => {
    expect((await check(values)).message).toBe(`ERROR: ${text}`);
  });

  test('the day of an accident is asked for only where the leave is work-related', async () => {
    expect((await name()).has('fechaATEP')).toBe(false);
    expect((await name({ contingencias: '3' })).has('fechaATEP')).toBe(true);
    const late = { fechaATEP: slashed(addDays(demo.leave, 1)) };
    expect((await check(late, { contingencias: '3' })).message).toBe('ERROR: FECHA ERRONEA');
  });
});

describe('bank details', () => {
  // An account number of zeros with their check digits.
  const BANK = { IBAN: 'ES82', ENTIDAD: '0000', OFICINA: '0000', DCNC: '0000', NUM1: '0000', NUM2: '0000' };
  const HOLDER = { TIPO_DOC: '9', NIF_TITULAR: demo.company.cif, TITULAR: 'Titular de pruebas' };
  const ask = async (account: AccountKey, user: string, rest: Record<string, string> = {}) => {
    const page = await actAs('XV21B400', user);
    return page.press('ENVIO_3', {
      CC1EmpresaAut: fullAccount(account),
      OPCION: 'C',
      ...BANK,
      ...HOLDER,
      ...rest,
    });
  };

  test.each([
    [{ IBAN: 'ES83' }, 'CUENTA BANCARIA ERRONEA'],
    [{ ENTIDAD: '0001' }, 'CUENTA BANCARIA ERRONEA'],
    [{ OPCION: 'X' }, 'VALOR ERRONEO EN EL CAMPO OPCION'],
    [{ TITULAR: '' }, 'EL CAMPO TITULAR DEBE TENER CONTENIDO'],
  ])('a change of bank details is refused with %o', async (rest, text) => {
    expect((await ask(general, mainUser, rest)).message).toBe(`ERROR: ${text}`);
  });
});
