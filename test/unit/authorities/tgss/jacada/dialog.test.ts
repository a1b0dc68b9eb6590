import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import {
  AccessDenied,
  OutOfService,
  Refusal,
  Unreadable,
} from '../../../../../shared/authorities/exchange.ts';
import { MAX_PAGE_BYTES } from '../../../../../shared/authorities/html/page.ts';
import { duplicateTa } from '../../../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import { lifeReport } from '../../../../../shared/authorities/tgss/jacada/life-report.ts';
import { ANNOUNCED, screen } from '../../../../support/portals/jacada.ts';
import { taInput } from '../../../../support/portals/jacada-dialogs.ts';
import { answerWith, play } from '../../../../support/portals/portal.ts';

describe('pages that are no screens of Jacada', () => {
  const openWith = async (answer: Answer) => (await play(duplicateTa, taInput, [answer])).error;

  it.each<[string, Answer, string | RegExp]>([
    [
      'denies access',
      answerWith('<div class="cuerpo_noautorizado"><p>Acceso no autorizado</p></div>', { status: 403 }),
      'Acceso no autorizado',
    ],
    ['forbids without text', answerWith('', { status: 403 }), /no autoriza/],
    ['says so with status 200', answerWith('<div class="cuerpo_noautorizado"><p>No</p></div>'), 'No'],
    [
      'says so in its head',
      answerWith('<div class="cabMensaje">Usuario no autorizado</div>'),
      'Usuario no autorizado',
    ],
    [
      'says so on a page with a form',
      screen('', '', '<div class="cabMensaje">Usuario no autorizado</div>'),
      'Usuario no autorizado',
    ],
    ['shows a revoked certificate', answerWith('<img src="revokedError.jpg"/>'), /revocado/],
    [
      'asks for one of several authorisations',
      screen(
        '<label id="Sub0501210055_1_0">127770 UNA</label><label id="Sub0501210055_1_1">127771 OTRA</label>',
      ),
      /varias autorizaciones/,
    ],
    [
      'sends to its common log-in',
      answerWith('', { status: 302, headers: { location: 'https://idp.seg-social.es/PGIS/Login?x=1' } }),
      /pide identificarse/,
    ],
    ['refuses on the first screen', screen('', '3030* REGIMEN ERRONEO'), '3030* REGIMEN ERRONEO'],
  ])('a page refuses if it %s', async (_, answer, words) => {
    const error = await openWith(answer);
    expect(error).toBeInstanceOf(Refusal);
    const [message] = (error as Refusal).messages;
    if (typeof words === 'string') expect(message).toBe(words);
    else expect(message).toMatch(words);
  });

  it.each([
    ['Se requiere un certificado de usuario aceptado por la Seguridad Social.', /requiere un certificado/],
    [
      'Acceso no autorizado. El certificado que usted está utilizando no esta incluido en la lista de los certificados admitidos por la Seguridad Social.',
      /no está entre los que admite/,
    ],
    ['La persona física no figura en la base de datos', /no figura/],
    ['La persona física figura con nombre diferente', /otro nombre/],
    ['El usuario no se encuentra suscrito a este servicio', /no está suscrito/],
    ['Error SVL00001', /no está registrado/],
    ['Certificate revoked', /revocado/],
  ])('a page after the log-in is reported with its words: %s', async (message, meaning) => {
    const pages = [`<p>${message}</p>`, `<div class="cabMensaje">${message}</div><form action="/x"></form>`];
    for (const exchange of [duplicateTa, lifeReport]) {
      for (const page of pages.flatMap((each) => [answerWith(each), answerWith(each, { status: 401 })])) {
        const { error } = await play(exchange, taInput, [page]);
        expect(error).toBeInstanceOf(AccessDenied);
        const [first, second] = (error as AccessDenied).messages;
        expect(first).toMatch(meaning);
        expect(second).toBe(message);
      }
    }
  });

  it.each<[string, Answer, { status: number; announced: boolean }]>([
    ['fails', answerWith('<p class="p2">Error</p>', { status: 500 }), { status: 500, announced: false }],
    ['does not find the page', answerWith('', { status: 404 }), { status: 404, announced: false }],
    ['redirects', answerWith('', { status: 302 }), { status: 302, announced: false }],
    ['is closed', answerWith(ANNOUNCED, { status: 503 }), { status: 503, announced: true }],
    ['is closed with status 200', answerWith(ANNOUNCED), { status: 200, announced: true }],
    [
      'has its page of maintenance',
      answerWith('<div id="Static001">x</div>'),
      { status: 200, announced: true },
    ],
    [
      'cannot serve the request',
      answerWith('NO SE PUEDE ATENDER EN ESTE MOMENTO'),
      { status: 200, announced: false },
    ],
    ['says so in the message', screen('', '9999* SERVICIO NO DISPONIBLE'), { status: 200, announced: false }],
  ])('the portal is out of service if a page %s', async (_, answer, expected) => {
    const error = await openWith(answer);
    expect(error).toBeInstanceOf(OutOfService);
    expect(error).toMatchObject(expected);
  });

  const COMPANY = 'SERVICIOS DE MANTENIMIENTO Y FUERA DE SERVICIO, SL';

  it.each<[string, Answer, Error]>([
    [
      'in the message of a refusal',
      screen('', '3030* REGIMEN ERRONEO: SERVICIOS DE MANTENIMIENTO SL'),
      new Refusal(['3030* REGIMEN ERRONEO: SERVICIOS DE MANTENIMIENTO SL']),
    ],
    [
      'among the data of a page that is no screen',
      answerWith(`<form action="/x"><label>${COMPANY} EN MANTENIMIENTO</label></form>`),
      new Unreadable('no form on the page'),
    ],
    [
      'next to the message of an error page',
      answerWith(`<p class="p2">Error</p><table><tr><td>${COMPANY}</td></tr></table>`, { status: 500 }),
      new OutOfService(500, false),
    ],
  ])('a page with the name of a company %s announces no maintenance', async (_, answer, expected) => {
    expect(await openWith(answer)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['page too large', `<form id="jacadaform" action="/x">${'x'.repeat(MAX_PAGE_BYTES)}</form>`],
    ['page with too many tags', '<b>'.repeat(50_000)],
    ['page too deeply nested', '<div>'.repeat(30_000)],
    ['form without address', '<form id="jacadaform" action="javascript:alert(1)"></form>'],
    ['form with too long an address', `<form id="jacadaform" action="/${'x'.repeat(5_000)}"></form>`],
  ])('a page is unreadable if it is a %s', async (message, body) => {
    expect(await openWith(answerWith(body))).toEqual(new Unreadable(message));
  });
});
