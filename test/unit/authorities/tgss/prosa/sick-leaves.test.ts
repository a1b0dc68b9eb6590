import { describe, expect, test } from 'vitest';
import { ChannelFailure } from '../../../../../shared/authorities/channel/failure.ts';
import { type NothingFound, type Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  type SickLeaveData,
  sickLeaveData,
} from '../../../../../shared/authorities/tgss/prosa/sick-leave-data.ts';
import {
  type SickLeavesInput,
  sickLeaves,
} from '../../../../../shared/authorities/tgss/prosa/sick-leaves.ts';
import { PDF, pdf, play, type Reply } from '../../../../support/portals/portal.ts';
import {
  button,
  form,
  htmlMessage,
  inputs,
  message,
  plain,
  select,
  xml,
} from '../../../../support/portals/prosa.ts';

const FORM = 'FORMULARIO_4';
const tab = `<a id="PEST_3" href="/ProsaInternet/OnlineAccessUtf8;jsessionid=0000a:b?SPM.ACC.CONSULTA=CONSULTA">Consulta</a>`;
const LEAVE_FIELDS = `${inputs('regimen', 'ccc', 'naf', 'fechaBaja')}${select('contingencias', '1', '2', '3', '4', '5')}`;
const first = plain(form(`${tab}${LEAVE_FIELDS}${button('ENVIO_7', 'ACEPTAR')}`, FORM));
const DATA_FIELDS =
  inputs('puestoTrabajo', 'BaseCot', 'DiasCot', 'sumaBaseCot', 'sumaDiasCot') +
  `<textarea name="funcDesempe"></textarea>${select('tipoContrato', '1', '2')}`;
const dataPage = (more = '') => plain(form(`${DATA_FIELDS}${more}${button('ENVIO_14', 'VALIDAR')}`, FORM));
const summary = plain(form(button('ENVIO_12', 'CONFIRMAR_DATOS_ECONOMICOS'), FORM));
const endOf = (kind: 'INFO' | 'ERROR', more = '') =>
  plain(
    `${htmlMessage(kind, 'DATOS GRABADOS')}${form(button('ENVIO_8', 'INFORME_DATOS_ECONOMICOS'), FORM)}${more}`,
  );
const report = plain(
  '<a class="pr_enlaceDocInforme" href="/ProsaInternet/ViewDocUtf8;jsessionid=0000a:b?SECUENCIAL=1">Informe</a>',
);

const NO_ANSWER = new ChannelFailure('silent', { sent: true, authorityAtFault: true, code: 'x' });

const leave: SickLeaveData = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000196',
  fecha_baja: '2026-03-09',
  contingencia: '1',
  puesto: 'Auxiliar administrativa',
  funciones: 'Atención telefónica y archivo',
  clase_contrato: '2',
  base: '000185050',
  dias: 28,
};

describe('the data of a sick leave', () => {
  const file = (input: SickLeaveData, replies: Reply[], dry = false) =>
    play(sickLeaveData, input, replies, dry);

  test('the data are sent on two pages, and only the press that confirms commits', async () => {
    const { seen, result } = await file(leave, [first, dataPage(), summary, endOf('INFO'), report, pdf]);
    expect(seen[1]!.fields).toMatchObject({
      regimen: '0111',
      ccc: leave.ccc,
      naf: leave.nss,
      fechaBaja: '09/03/2026',
      contingencias: '1',
    });
    expect(seen[2]!.fields).toMatchObject({
      puestoTrabajo: leave.puesto,
      funcDesempe: leave.funciones,
      tipoContrato: '2',
      BaseCot: '1850,50',
      DiasCot: '28',
      sumaBaseCot: '',
    });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, false, true, false, false]);
    // Only HTML shows the fields of the next page and the names of its buttons.
    for (const { names } of seen) expect(names).not.toContain('ARQ.SPM.OUT');
    expect(result).toMatchObject({ message: 'DATOS GRABADOS', document: { bytes: PDF } });
  });

  test('the sum of three months is sent for part-time contracts', async () => {
    const { seen } = await file({ ...leave, clase_contrato: '1', dias: 90 }, [
      first,
      dataPage(),
      summary,
      endOf('INFO'),
    ]);
    expect(seen[2]!.fields).toMatchObject({
      tipoContrato: '1',
      sumaBaseCot: '1850,50',
      sumaDiasCot: '90',
      BaseCot: '',
    });
  });

  test('a dry run ends before the press that confirms', async () => {
    const { seen, end } = await file(leave, [first, dataPage(), summary], true);
    expect(end).toEqual({ dry: true });
    expect(seen).toHaveLength(3);
  });

  test('an accepted filing stands without its report', async () => {
    const { result } = await file(leave, [first, dataPage(), summary, endOf('INFO'), NO_ANSWER]);
    expect(result).toEqual({ message: 'DATOS GRABADOS' });
  });

  const contradictory = endOf('ERROR', htmlMessage('INFO', 'GRABADO'));
  test.each([
    ['an error alone is a refusal', endOf('ERROR'), 'refused'],
    ['a page with an error and an acceptance proves nothing', contradictory, 'unknown'],
    ['a page without a message proves nothing', plain('<p>Fin</p>'), 'unknown'],
  ])('%s', async (_, end, becomes) => {
    const { error } = await file(leave, [first, dataPage(), summary, end]);
    if (becomes === 'refused') expect((error as Refusal).messages).toEqual(['DATOS GRABADOS']);
    else expect(error).toBeInstanceOf(Unreadable);
  });

  test.each([
    ['ocupacion', { ocupacion: '4122' }],
    ['fecha_atep', { contingencia: '3', fecha_atep: '2026-03-08' }],
  ] as const)('a value for which the page has no field is refused and not lost: %s', async (field, more) => {
    const { error, seen } = await file({ ...leave, ...more }, [first, dataPage(), summary]);
    expect((error as NothingFound).field).toBe(field);
    expect(seen).toHaveLength(2);
    const shown = dataPage(inputs('ocupacion', 'fechaATEP'));
    expect((await file({ ...leave, ...more }, [first, shown, summary, endOf('INFO')])).error).toBeUndefined();
  });
});

describe('the query of sick leaves', () => {
  const query = plain(
    form(
      `${inputs('regimenConsulta', 'cccConsulta', 'nafConsulta', 'fechaBajaMedConsulta', 'fechaDesdeConsulta', 'fechaHastaConsulta')}
${button('ENVIO_9', 'CONTINUAR_CONSULTA')}`,
      FORM,
    ),
  );
  const row = (naf: string, annulled = 'N') =>
    `<DatosParte><naf>${naf}</naf><cccEmpresa>0111${leave.ccc}</cccEmpresa><fechaBaja>09/03/2026</fechaBaja>
<fechaRecepcion>11/03/2026</fechaRecepcion><fechaAlta/><tipoParteDesc>BAJA</tipoParteDesc><bajaLogicaDesc>${annulled}</bajaLogicaDesc></DatosParte>`;
  const list = (rows: string, indbot = '00') =>
    xml(`${rows}<ARQ.EstPag><INDBOT>${indbot}</INDBOT></ARQ.EstPag>`);
  const detail = (naf = leave.nss) =>
    xml(`<DatosTrabajador><ipf>1012345678Z</ipf><naf>${naf}</naf></DatosTrabajador><fechaBaja>09/03/2026</fechaBaja>
<contingencia>EC</contingencia><tipoContrato>2</tipoContrato><baseCotizacion>1850,50</baseCotizacion><sumaBaseCotizacion/><diasCotizados>28</diasCotizados>`);
  const asked: SickLeavesInput = { regimen: '0111', ccc: leave.ccc, from: '2026-03-01', to: '2026-03-31' };
  const ask = (input: SickLeavesInput, replies: Reply[]) => play(sickLeaves, input, replies);

  test('the list is read to its last page', async () => {
    const pages = [list(row(leave.nss), '01'), list(row('280000000297', 'S'), '10')];
    const { result, seen } = await ask(asked, [first, query, ...pages]);
    expect(result).toEqual([
      {
        nss: leave.nss,
        ccc: leave.ccc,
        fecha_baja: '2026-03-09',
        fecha_recepcion: '2026-03-11',
        fecha_alta: '',
        tipo: 'BAJA',
        isAnnulled: false,
      },
      expect.objectContaining({ nss: '280000000297', isAnnulled: true }),
    ]);
    expect(seen[2]!.fields).toMatchObject({
      cccConsulta: leave.ccc,
      nafConsulta: '',
      fechaDesdeConsulta: '01/03/2026',
    });
    expect(seen[3]!.path).toContain('SPM.ACC.PAG_SIG_CONSULTA=');
  });

  test('the firm’s data of each notice are read by its place in the list', async () => {
    const { result, seen } = await ask({ ...asked, nss: leave.nss, withData: true }, [
      first,
      query,
      list(row(leave.nss)),
      detail(),
    ]);
    expect(result![0]!.data).toEqual({
      ipf: '1012345678Z',
      contingencia: 'EC',
      tipoContrato: '2',
      baseCotizacion: '1850,50',
      sumaBaseCotizacion: '',
      diasCotizados: '28',
    });
    expect(seen[3]!.path).toMatch(/SPM\.ACC\.DETALLES_PARTE_CONSULTA=.*&position=0$/);
  });

  test('the data of another worker’s notice are not taken', async () => {
    const pages = [first, query, list(row(leave.nss)), detail('280000000297')];
    expect((await ask({ ...asked, withData: true }, pages)).error).toBeInstanceOf(Unreadable);
  });

  test('a list without notices is empty, and other refusals stay', async () => {
    const saying = (text: string) => [first, query, xml(message('ERROR', text))];
    expect((await ask(asked, saying('NO EXISTEN DATOS PARA LOS CRITERIOS'))).result).toEqual([]);
    expect((await ask(asked, saying('FECHA ERRONEA'))).error).toBeDefined();
  });

  test.each([
    ['no tab', [plain(form(LEAVE_FIELDS + button('ENVIO_7', 'ACEPTAR'), FORM))]],
    ['a list as HTML', [first, query, plain('<table id="TABLA_12"></table>')]],
    ['a list without end', [first, query, list(row(leave.nss), '11')]],
  ])('%s is unreadable', async (_, replies) => {
    expect((await ask(asked, replies)).error).toBeInstanceOf(Unreadable);
  });
});
