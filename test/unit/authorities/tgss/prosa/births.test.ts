import { describe, expect, test } from 'vitest';
import { type NothingFound, type Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  type BirthCertificate,
  birthCertificate,
} from '../../../../../shared/authorities/tgss/prosa/birth-certificate.ts';
import {
  type BirthCertificatesInput,
  birthCertificates,
} from '../../../../../shared/authorities/tgss/prosa/birth-certificates.ts';
import { PDF, pdf, play, type Reply } from '../../../../support/portals/portal.ts';
import {
  button,
  form,
  htmlMessage,
  inputs,
  plain,
  radio,
  select,
} from '../../../../support/portals/prosa.ts';

const FORM = 'FORMULARIO_2';
const option = (value: string, text: string) => `<option value="${value}">${text}</option>`;
const REASONS = `<select name="motivoMadreBiologica">${option('', '')}${option('07', 'Nacimiento  de hijo')}</select>
<select name="motivoAdoptantes">${option('', '')}${option('09', 'Adopción/Tutela/Acogimiento')}</select>`;
const tab =
  '<a id="Consulta" href="/ProsaInternet/OnlineAccessUtf8;jsessionid=0000a:b?SPM.ACC.CONSULTA=CONSULTA">Consulta</a>';
const REST = `${inputs('regimen', 'ccc', 'naf', 'codIpf', 'fechaInicio')}${select('tipoIpf', '1', '6')}${select('tipoSolicitante', 'M', 'P', 'A', 'B')}${REASONS}`;
const first = plain(form(`${tab}${REST}${button('ENVIO_5', 'VALIDAR')}`, FORM));
const periods = (...names: string[]) =>
  plain(form(`${inputs(...names)}${button('ENVIO_11', 'CONFIRMAR')}`, FORM));
const end = (content: string) =>
  plain(form(`${content}<button id="ENVIO_13" name="SPM.ACC.IMPRIMIR">Imprimir</button>`, FORM));
const SUMMARY = '<div id="ARQcapaPrincipalPest"><h2>Resumen del certificado</h2></div>';
const ERROR = '<div id="ARQContenMensajePest"><ul><li title="Error">CERTIFICADO ERRONEO</li></ul></div>';
const document = plain(
  '<div id="CONTENEDOR_prevdocumentoseinformes"><a href="/ProsaInternet/ViewDocUtf8;jsessionid=0000a:b?SECUENCIAL=1">PDF</a></div>',
);

const birth: BirthCertificate = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000196',
  dni: '12345678Z',
  solicitante: 'M',
  motivo: '1',
  fecha_inicio: '2026-03-09',
  fecha_fin: '2026-06-28',
};

describe('the certificate of a birth', () => {
  const file = (changes: Partial<BirthCertificate>, replies: Reply[], dry = false) =>
    play(birthCertificate, { ...birth, ...changes }, replies, dry);

  test('the certificate is sent on two pages, with the reason by its text, and only the press that confirms commits', async () => {
    const { seen, result } = await file({}, [
      first,
      periods('fechaFinPeriodo2'),
      end(SUMMARY),
      document,
      pdf,
    ]);
    expect(seen[1]!.fields).toMatchObject({
      naf: birth.nss,
      tipoIpf: '1',
      codIpf: birth.dni,
      tipoSolicitante: 'M',
      motivoMadreBiologica: '07',
      motivoAdoptantes: '',
      fechaInicio: '09/03/2026',
    });
    expect(seen[2]!.fields).toMatchObject({ fechaFinPeriodo2: '28/06/2026' });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, false, false]);
    expect(result).toMatchObject({ document: { bytes: PDF } });
  });

  test('a dry run ends before the press that confirms', async () => {
    const { seen, end } = await file({}, [first, periods('fechaFinPeriodo1')], true);
    expect(end).toEqual({ dry: true });
    expect(seen).toHaveLength(2);
  });

  test.each<[string, Partial<BirthCertificate>, field: string]>([
    ['a reason that is not offered to that person', { solicitante: 'A' }, 'motivo'],
    ['a passport', { dni: 'AB123456' }, 'dni'],
  ])('%s is refused before anything is sent', async (_, changes, field) => {
    const { error, seen } = await file(changes, [first]);
    expect((error as NothingFound).field).toBe(field);
    expect(seen).toHaveLength(1);
  });

  test('the reason of adoption is found although the portal writes it without blanks', async () => {
    const { seen } = await file({ solicitante: 'B', motivo: '6' }, [
      first,
      periods('fechaFinPeriodo1'),
      end(SUMMARY),
    ]);
    expect(seen[1]!.fields).toMatchObject({ tipoSolicitante: 'B', motivoAdoptantes: '09' });
  });

  test.each<[string, Reply[], becomes: 'refused' | 'unknown']>([
    ['an error of the first page', [first, plain(ERROR)], 'refused'],
    ['an error alone at the end', [first, periods('fechaFinPeriodo1'), end(ERROR)], 'refused'],
    ['an error beside the summary', [first, periods('fechaFinPeriodo1'), end(SUMMARY + ERROR)], 'unknown'],
    ['a page without either', [first, periods('fechaFinPeriodo1'), end('')], 'unknown'],
    [
      'a message without the summary',
      [first, periods('fechaFinPeriodo1'), end(htmlMessage('INFO', 'GRABADO'))],
      'unknown',
    ],
    ['a page without periods', [first, periods()], 'unknown'],
  ])('%s is no acceptance', async (_, replies, becomes) => {
    const { error } = await file({}, replies);
    if (becomes === 'refused') expect((error as Refusal).messages).toEqual(['CERTIFICADO ERRONEO']);
    else expect(error).toBeInstanceOf(Unreadable);
  });
});

describe('the query of certificates of births', () => {
  const query = plain(
    form(
      `${inputs('regimen', 'ccc', 'naf', 'fechaDesde', 'fechaHasta', 'fechaInicio')}${button('ENVIO_4', 'BUSCAR')}`,
      FORM,
    ),
  );
  const row = (isn: string, naf: string, state = '') =>
    `<tr><td>${radio(`isn${isn}`, 'isn', isn)}</td><td>${naf}</td><td>09/03/2026</td><td>28/06/2026</td><td>Madre biológica</td><td>10/03/2026</td><td>${state}</td></tr>`;
  const list = (...rows: string[]) =>
    plain(form(`<table id="TABLA_9">${rows.join('')}</table>${button('ENVIO_10', 'DETALLE')}`, FORM));
  const detail = (naf: string) =>
    plain(`<div id="SECCION_14"><div>CCC: 28000000097</div></div><div id="SECCION_17"><div>Trabajor: ANA</div><div>NAF: ${naf}</div></div>
<table id="TABLA_16"><tr><td>1</td><td>09/03/2026</td><td>28/06/2026</td></tr></table>`);
  const asked: BirthCertificatesInput = {
    regimen: '0111',
    ccc: birth.ccc,
    from: '2026-03-01',
    to: '2026-03-31',
  };
  const ask = (input: BirthCertificatesInput, replies: Reply[]) => play(birthCertificates, input, replies);
  const shown = {
    nss: birth.nss,
    fecha_inicio: '2026-03-09',
    fecha_fin: '2026-06-28',
    solicitante: 'Madre biológica',
    fecha_recepcion: '2026-03-10',
    estado: '',
  };

  test('the list has each certificate with its state, and no step commits', async () => {
    const { result, seen } = await ask(asked, [
      first,
      query,
      list(row('0', birth.nss), row('1', '28 0000000297', 'Anulado')),
    ]);
    expect(result).toEqual([shown, { ...shown, nss: '280000000297', estado: 'Anulado' }]);
    expect(seen[2]!.fields).toMatchObject({
      ccc: birth.ccc,
      naf: '',
      fechaDesde: '01/03/2026',
      fechaInicio: '',
    });
    expect(seen.every(({ commits }) => !commits)).toBe(true);
  });

  test('the data of the only certificate are read from its page, and those of another worker are not taken', async () => {
    const wanted = { ...asked, nss: birth.nss, withData: true };
    const pages = [first, query, list(row('7', birth.nss))];
    const { result, seen } = await ask(wanted, [...pages, detail('28 0000000196')]);
    expect(result![0]!.data).toMatchObject({
      CCC: '28000000097',
      NAF: '28 0000000196',
      Periodos: '1 09/03/2026 28/06/2026',
    });
    expect(seen[3]!.fields).toMatchObject({ isn: '7' });
    expect((await ask(wanted, [...pages, detail('280000000297')])).error).toBeInstanceOf(Unreadable);
    const several = [first, query, list(row('0', birth.nss), row('1', birth.nss))];
    expect(((await ask(wanted, several)).error as NothingFound).field).toBe('fecha_inicio');
  });

  test('a list without certificates is empty, and other refusals stay', async () => {
    const saying = (text: string) => [first, query, plain(htmlMessage('ERROR', text))];
    expect((await ask(asked, saying('NO HAY DATOS PARA ESTOS CRITERIOS DE CONSULTA'))).result).toEqual([]);
    expect((await ask(asked, saying('FECHA ERRONEA'))).error).toBeDefined();
  });

  test.each([
    ['no tab', [plain(form(REST + button('ENVIO_5', 'VALIDAR'), FORM))]],
    ['a list without rows', [first, query, list()]],
    ['a row without worker', [first, query, list(row('0', ''))]],
  ])('%s is unreadable', async (_, replies) => {
    expect((await ask(asked, replies)).error).toBeInstanceOf(Unreadable);
  });
});
