import { describe, expect, it, test } from 'vitest';
import {
  AccessDenied,
  OutOfService,
  Refusal,
  Unreadable,
} from '../../../../../shared/authorities/exchange.ts';
import { listing, type Role } from '../../../../../shared/authorities/tgss/wscn/notices.ts';
import { html } from '../../../../support/portals/aeat.ts';
import type { Reply } from '../../../../support/portals/portal.ts';
import {
  answering,
  elements,
  fault,
  item,
  listed,
  playWscn,
  soap,
} from '../../../../support/portals/wscn.ts';

/** The list of TGSS's notifications: the messages that are sent for it, and every possible end. */

const LIST = 'consultarListadoNotificaciones';

const list = (replies: Reply | Reply[], roles: Role[] = ['2']) =>
  playWscn({ exchange: listing, input: { roles } }, { [LIST]: replies });

/** A page of a list that continues with that notification. */
const page = (next: string, ...items: string[]) =>
  answering(
    'listadoNotificaciones',
    elements({ codigoSiguienteNotificacionAutorizadoRED: next, hayMas: 'true' }) + items.join(''),
  );

test('the list is requested for each role from the first notification on, and read', async () => {
  const { calls, result } = await list(
    [listed(item('1', {}, 'Propias')), listed(item('2')), listed()],
    ['1', '2', '3'],
  );
  expect(calls).toEqual(
    ['1', '2', '3'].map((rol) => ({
      operation: LIST,
      commits: false,
      fields: {
        rol,
        identificadorPoderdante: '',
        codigoSiguienteNotificacionPropia: '-1',
        codigoSiguienteNotificacionAutorizadoRED: '-1',
        codigoSiguienteNotificacionApoderado: '-1',
      },
    })),
  );
  expect(result?.refused).toEqual([]);
  expect(result?.notices.map(({ role, code }) => [role, code])).toEqual([
    ['1', '1'],
    ['2', '2'],
  ]);
  expect(result?.notices[1]).toEqual({
    role: '2',
    code: '2',
    description: 'Providencia',
    procedure: 'RECAUDACIÓN',
    recipient: 'B99990017',
    name: 'EMPRESA SL',
    state: 'PENDIENTE',
    available: '2026-11-20T09:15:00+01:00',
    until: '2026-11-30T23:59:59+01:00',
  });
});

describe('pages of the list of TGSS', () => {
  test('the pages continue where the last one says, and a notification on two pages counts once', async () => {
    const { calls, result } = await list([page('7', item('5'), item('7')), listed(item('7'), item('9'))]);
    expect(calls.map(({ fields }) => fields.codigoSiguienteNotificacionAutorizadoRED)).toEqual(['-1', '7']);
    expect(calls[1]!.fields.codigoSiguienteNotificacionPropia).toBe('-1');
    expect(result?.notices.map(({ code }) => code)).toEqual(['5', '7', '9']);
  });

  it.each([
    ['name no notification', [page('x')]],
    ['begin again', [page('7'), page('7')]],
    ['never end', Array.from({ length: 101 }, (_, place) => page(String(place + 1)))],
  ])('pages that %s are not read', async (_, replies) => {
    const { error, calls } = await list(replies);
    expect(error).toBeInstanceOf(Unreadable);
    expect(calls.length).toBeLessThanOrEqual(100);
  });
});

describe('the state of a notification of TGSS', () => {
  it.each([
    ['2', 'x', 'ACEPTADA'],
    ['3', 'x', 'RECHAZADA'],
    ['4', 'Rechazada por transcurso del plazo', 'EXPIRADA'],
    ['9', 'Aceptada por el interesado', 'ACEPTADA'],
    ['9', 'Rechazada', 'RECHAZADA'],
    ['1', 'Sin acuse', 'PENDIENTE'],
    ['', '', 'PENDIENTE'],
  ])(
    'the state follows from number and words: %s, in words "%s", is %s',
    async (estado, descripcionEstado, state) => {
      const { result } = await list(listed(item('1', { estado, descripcionEstado })));
      expect(result?.notices.map((one) => one.state)).toEqual([state]);
    },
  );
});

describe('a role that TGSS does not list', () => {
  const refused = answering('listadoNotificaciones', '', '12', 'Sin  autorización');

  test('a role that is refused is named in the words of TGSS, and the others are listed', async () => {
    const { result } = await list([refused, listed(item('2'))], ['1', '2']);
    expect(result).toMatchObject({
      notices: [{ code: '2' }],
      refused: [{ role: '1', messages: ['12 Sin autorización'] }],
    });
  });

  test('the list is refused if no other role is listed', async () => {
    const { error } = await list(refused, ['1', '2']);
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual(['12 Sin autorización']);
  });
});

it.each([
  ['a notification without a number', listed(item('x')), Unreadable],
  ['a state that is no number', listed(item('1', { estado: 'A' })), Unreadable],
  ['a day that is none', listed(item('1', { fechaPuestaDisposicion: '2026-11-20' })), Unreadable],
  ['an error without a number', answering('listadoNotificaciones', '', 'x'), Unreadable],
  ['another element', answering('otro', ''), Unreadable],
  ['no envelope', html('<p>x</p>'), Unreadable],
  ['an empty envelope', soap(''), Unreadable],
  ['a fault', fault, OutOfService],
  ['an error page', html('', 500), OutOfService],
  ['no access', html('', 403), AccessDenied],
] as [string, Reply, new (...all: never[]) => Error][])(
  'an answer with %s is no list',
  async (_, reply, kind) => {
    expect((await list(reply)).error).toBeInstanceOf(kind);
  },
);

test('days that TGSS does not state are empty', async () => {
  const { result } = await list(
    listed(item('1', { fechaPuestaDisposicion: '', fechaFinDisponibilidad: '' })),
  );
  expect(result?.notices[0]).toMatchObject({ available: '', until: '' });
});
