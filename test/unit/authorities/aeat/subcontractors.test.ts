import { describe, expect, it } from 'vitest';
import {
  type SubcontractorsInput,
  subcontractors,
} from '../../../../shared/authorities/aeat/subcontractors.ts';
import { ChannelFailure } from '../../../../shared/authorities/channel/failure.ts';
import type { Refusal } from '../../../../shared/authorities/exchange.ts';
import {
  CSV,
  certificateOf,
  confirmation,
  DOCUMENT,
  ENTRANCE,
  html,
  POSITIVE_PDF,
  receipt,
  says,
} from '../../../support/portals/aeat.ts';
import {
  addressesOf,
  bodiesOf,
  byPath,
  play,
  type Replies,
  type Seen,
} from '../../../support/portals/portal.ts';

const CONTRACTORS = '/wlpl/EMCE-JDIT/ContratistasInternetServlet';

const PICK_UP =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';

describe('the request for a certificate for contractors', () => {
  const input: SubcontractorsInput = { nif: 'B12345674', name: 'PEÑA SL', today: '2026-11-21' };
  const row = (date: string, nif: string, csv?: string, state = csv ? 'EMITIDO' : 'EN TRAMITACION') =>
    `<tr><td>${date}</td><td>NIF: ${nif}</td><td>${state}</td><td>${csv ? `<a href='/x?a=1&amp;CSV=${csv}'>Ver</a>` : ''}</td></tr>`;
  const list = (...rows: string[]) =>
    html(
      `<table><tr><td><table><tr><th>Fecha</th><th>NIF</th></tr>${rows.join('')}</table></td></tr></table>`,
    );
  const registered = says('Solicitud registrada');
  const contractors: Replies = {
    ...certificateOf(CONTRACTORS),
    [`POST ${CONTRACTORS}`]: [confirmation, registered],
    [PICK_UP]: [list()],
  };
  const ask = (replies: Replies, more: Partial<SubcontractorsInput> = {}) =>
    play(subcontractors, { ...input, ...more }, byPath({ ...contractors, ...replies }));
  const times = (address: string, seen: Seen[]) =>
    addressesOf(seen).filter((each) => each === address).length;
  /** How often a certificate was requested. Each request needs two posts. */
  const requests = (seen: Seen[]) => times(`POST ${CONTRACTORS}`, seen) / 2;
  const pending = list(row('21-11-2026', input.nif));
  const issued = list(row('21-11-2026', input.nif, CSV));

  it('the request fetches a certificate that is ready at once', async () => {
    const { seen, result } = await ask({ [`POST ${CONTRACTORS}`]: [confirmation, receipt] });
    expect(addressesOf(seen)).toEqual([
      `GET ${ENTRANCE}`,
      `GET ${PICK_UP}`,
      `GET ${CONTRACTORS}`,
      `POST ${CONTRACTORS}`,
      `POST ${CONTRACTORS}`,
      `GET ${DOCUMENT}`,
    ]);
    expect(bodiesOf(seen)[0]).toBe(
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fNifPagador=B12345674&fNombrePagador=PE%D1A+SL' +
        '&fAccion=2&fIslw=to%2Bk%2F%3D%3D&validarSolicitud=Validar+solicitud',
    );
    expect(result?.document.name).toBe('certificado-contratistas.pdf');
  });

  it('the request waits, looks again, and fetches a certificate that is ready soon', async () => {
    const { seen, result } = await ask({ [PICK_UP]: [list(), pending, pending, issued] });
    expect(result?.document.bytes).toBe(POSITIVE_PDF);
    expect(seen.flatMap(({ after, optional }) => (after === undefined ? [] : [[after, optional]]))).toEqual([
      [1_000, true],
      [2_000, true],
    ]);
  });

  it('the request ends without a document while the certificate is being prepared', async () => {
    const { seen, result, error } = await ask({ [PICK_UP]: [list(), pending] });
    expect([result, error]).toEqual([undefined, undefined]);
    expect(times(`GET ${PICK_UP}`, seen)).toBe(5);
  });

  it('the request ends when there is no time to look again', async () => {
    const late = new ChannelFailure('silent', { sent: false, authorityAtFault: false, code: 'too late' });
    const { result, error } = await ask({ [PICK_UP]: [list(), pending, late] });
    expect([result, error]).toEqual([undefined, undefined]);
  });

  it.each([
    ['issued', [issued], true],
    ['of some days ago', [list(row('14/11/2026', input.nif, CSV))], true],
    ['pending', [pending], false],
    [
      'the latest issued of several',
      [
        list(
          row('21-11-2026', input.nif),
          row('16-11-2026', input.nif, 'ZZZZ1234EFGH5678'),
          row('18-11-2026', input.nif, CSV),
        ),
      ],
      true,
    ],
  ])('no new request is made when the one on the list is %s', async (_, pages, ready) => {
    const { seen, result, error } = await ask({ [PICK_UP]: pages });
    expect(requests(seen)).toBe(0);
    expect(error).toBeUndefined();
    expect(result !== undefined).toBe(ready);
  });

  it.each([
    ['of another client', row('21-11-2026', 'B99999999', CSV), {}],
    [
      'of a client with a number that begins with the same digits',
      row('21-11-2026', `${input.nif}9`, CSV),
      {},
    ],
    ['too old', row('13-11-2026', input.nif, CSV), {}],
    ['older than wanted', row('19-11-2026', input.nif, CSV), { since: '2026-11-20' }],
    ['older than today, with a future date', row('20-11-2026', input.nif, CSV), { since: '2027-01-01' }],
    ['denied', row('21-11-2026', input.nif, undefined, 'DENEGADO'), {}],
    ['without date', row('', input.nif, CSV), {}],
  ])('a new request is made when the one on the list is %s', async (_, other, more) => {
    const { seen } = await ask({ [PICK_UP]: [list(other)] }, more);
    expect(requests(seen)).toBe(1);
  });

  it('the list of requests is never read further back than a week', async () => {
    const old = list(row('13-11-2026', input.nif, CSV));
    expect(requests((await ask({ [PICK_UP]: [old] }, { since: '2020-01-01' })).seen)).toBe(1);
  });

  it('the request is refused with the text of the receipt if the list does not show the request', async () => {
    const { error } = await ask({ [`POST ${CONTRACTORS}`]: [confirmation, says('NIF pagador incorrecto')] });
    expect((error as Refusal).messages).toEqual(['NIF pagador incorrecto']);
  });
});
