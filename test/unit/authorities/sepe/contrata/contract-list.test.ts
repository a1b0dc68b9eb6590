import { describe, expect, test } from 'vitest';
import { listContracts } from '../../../../../functions/gateway/sepe/operations/list-contracts.ts';
import { ChannelFailure } from '../../../../../shared/authorities/channel/failure.ts';
import { Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { contractList } from '../../../../../shared/authorities/sepe/contrata/contract-list.ts';
import {
  contrata,
  contrataPage,
  errorPage,
  formPage,
  queries,
} from '../../../../support/portals/contrata.ts';
import { failure, portsTo, run } from '../../../../support/portals/operations.ts';
import { play, type Reply, seenAt } from '../../../../support/portals/portal.ts';
import { inputs, submit } from '../../../../support/portals/sepe-web.ts';

describe('the list of notifications', () => {
  const FORM =
    '<input type="radio" name="tipofecha" value="1"><input type="radio" name="tipofecha" value="2">' +
    inputs(
      'cifnifnie',
      'regimen',
      'numsecprov',
      'numsec',
      'digcont',
      ...['desde', 'hasta'].flatMap((stem) => [`dia${stem}`, `mes${stem}`, `annio${stem}`]),
    ) +
    submit('aceptar');
  const HEADINGS = [
    '',
    'Tipo',
    'Identificador',
    'NIF/NIE',
    'Cuenta de cotización',
    'Código contrato',
    'Fecha inicio',
    'Fecha fin',
    'Fecha comunicación',
  ];
  const table = (...lines: string[][]) =>
    `<table class="tableScroll">${[HEADINGS, ...lines].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
  const line = (number: number) => [
    '',
    'CONTRATO',
    `E-28-2026-000012${number}`,
    'D12345678Z',
    '0111 28000000097',
    '200',
    '03/11/2026',
    '',
    '04/11/2026',
  ];
  const at = (list: Reply) =>
    queries({
      [contrata('servlet/ServletConsultaEmpresa?pagina=idempresa&origen=')]: formPage(
        FORM,
        contrata('notificaciones'),
      ),
      [contrata('notificaciones')]: list,
      [contrata('otra')]: contrataPage(table(line(4))),
    });
  const request = { ...(listContracts.example.request as Record<string, unknown>), communications_by: 2 };
  /** The operation's reply, and the form that it sends to SEPE. */
  const list = async (reply: Reply) => {
    let sent: Record<string, string> = {};
    const { ports } = portsTo('sepe', {
      [contractList.name]: async (query: never) => {
        const { seen, result, error } = await play(contractList, query, at(reply));
        sent = seenAt(seen, contrata('notificaciones')).fields;
        return result ?? error;
      },
    });
    const { data } = await run(listContracts, request, ports);
    return { data, sent };
  };

  test('the list of notifications is read from all its pages', async () => {
    const { data, sent } = await list(contrataPage(`${table(line(3))}<a id="siguiente" href="otra">más</a>`));
    expect(data).toEqual(
      [3, 4].map((number) => ({
        tipo: 'CONTRATO',
        id: `E-28-2026-000012${number}`,
        nif_nie_trabajador: '12345678Z',
        codigo_cuenta_cotizacion: '011128000000097',
        codigo_contrato: '200',
        fecha_inicio: '2026-11-03',
        fecha_fin: '',
        fecha_comunicacion: '2026-11-04',
      })),
    );
    expect(sent).toMatchObject({
      tipofecha: '2',
      cifnifnie: 'B12345674',
      numsecprov: '28',
      numsec: '0000000',
      digcont: '97',
      diahasta: '30',
    });
  });

  test('the list of notifications is empty if SEPE has no data', async () => {
    expect((await list(errorPage('No existen datos para esta consulta.'))).data).toEqual([]);
  });

  test('the list of notifications is not read in part if a column is missing', async () => {
    const withoutColumns = '<table class="tableScroll"><tr><td>Tipo</td></tr></table>';
    const error = await failure(list(contrataPage(withoutColumns)));
    expect(error.cause).toBeInstanceOf(Unreadable);
  });

  describe('a list that is not read to its end in time', () => {
    const [second, third, fourth] = ['02/11/2026', '03/11/2026', '04/11/2026'];
    const ask = (days: string[], inParts = true) => {
      const rows = days.map((day, index) => line(index).with(6, day));
      const page = contrataPage(`${table(...rows)}<a id="siguiente" href="otra">más</a>`);
      const late = new ChannelFailure('silent', { sent: true, authorityAtFault: false, code: 'deadline' });
      const query = { cif: 'B12345674', regimen: '0111', ccc: '28000000097', by: 'start' as const };
      const input = { ...query, from: '2026-11-01', to: '2026-11-30', inParts };
      return play(contractList, input, (seen, index) =>
        seen.path === contrata('otra') ? late : at(page)(seen, index),
      );
    };

    test.each([
      ['oldest first', [second, third, third, fourth, fourth], { from: '2026-11-04', to: '2026-11-30' }],
      ['newest first', [fourth, third, third, second], { from: '2026-11-01', to: '2026-11-02' }],
    ])('the part has the days that were read completely, %s', async (_, days, rest) => {
      const { result } = await ask(days);
      expect(result?.entries.map(({ id }) => id)).toEqual(
        [0, 1, 2].map((number) => `E-28-2026-000012${number}`),
      );
      expect(result?.rest).toEqual(rest);
    });

    test.each([
      ['the list is in no order', [third, second, fourth]],
      ['the list has other days', [second, '01/12/2026']],
      ['a day is missing', ['', second]],
      ['there is one day only', [second, second]],
      ['there is nothing', []],
    ])('the list has no part if %s', async (_, days) => {
      expect((await ask(days)).error).toBeInstanceOf(ChannelFailure);
    });

    test('the list has no part if it was requested as a whole', async () => {
      expect((await ask([second, third], false)).error).toBeInstanceOf(ChannelFailure);
    });
  });
});
