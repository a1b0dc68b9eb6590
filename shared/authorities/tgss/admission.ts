import type { Answer } from '../channel/channel.ts';
import { AccessDenied, OutOfService, Unreadable } from '../exchange.ts';
import {
  collapse,
  maintenanceWords,
  noticeOn,
  outOfServiceIn,
  type Page,
  tryReadPage,
} from '../html/page.ts';

/**
 * Pages that come in place of any application of the Seguridad Social: it does not admit the certificate or its holder,
 * or it is out of service.
 */

/** The error for an answer with a status other than 200. */
export const statusError = (answer: Answer, path: string): Error => {
  const page = tryReadPage(answer, path);
  const denied = page && denialOn(page);
  if (denied) return denied;
  if (answer.status === 403) return accessDenied(page);
  if (LOG_IN.test([answer.headers.location].flat().join(' ')))
    return new AccessDenied([
      'La Seguridad Social pide identificarse de otro modo que con este certificado.',
    ]);
  return new OutOfService(answer.status, page !== undefined && announcesMaintenance(page));
};

/** Address of the log-in that the portal has in common with other ones. */
const LOG_IN = /\/PGIS\/Login|\/IPCE\/Login/;

/** The error for a page that is not the expected one: the page itself may say why. */
export const pageError = (page: Page): Error => {
  const denied = denialOn(page);
  if (denied) return denied;
  if (announcesMaintenance(page)) return new OutOfService(200, true);
  return (
    outOfServiceIn(noticeOn(page, NOTICES), { failure: FAILURE }) ?? new Unreadable('no form on the page')
  );
};

/** Elements in which the portal writes its own messages. */
const NOTICES = '.p2, .cabMensaje, .cuerpo_noautorizado, .mensaje, .mensajeError, #DIL';

const announcesMaintenance = (page: Page): boolean =>
  page.$('#Static001').length > 0 || MAINTENANCE.test(noticeOn(page, NOTICES));

const MAINTENANCE = maintenanceWords('CERRADA TEMPORALMENTE|FUERA DE SERVICIO|SERVICIO APAGADO');
const FAILURE = /NO (?:SE ENCUENTRA )?DISPONIBLE|NO SE PUEDE ATENDER|TEMPORALMENTE/i;

/** Words of the portal after the log-in of a rejected user, and their meaning. */
const DENIALS: [words: RegExp, meaning: string][] = [
  [
    /certificado de usuario aceptado por la seguridad social/i,
    'La Seguridad Social requiere un certificado de usuario que ella acepte.',
  ],
  [
    /lista de los certificados admitidos/i,
    'El certificado no está entre los que admite la Seguridad Social.',
  ],
  [
    /no figura en la base de datos/i,
    'El titular del certificado no figura en la base de datos de la Seguridad Social.',
  ],
  [
    /figura con nombre diferente/i,
    'El titular del certificado figura con otro nombre en la Seguridad Social.',
  ],
  [
    /no se encuentra suscrito a/i,
    'El titular del certificado no está suscrito a este servicio de la Seguridad Social.',
  ],
  [/SVL00001/i, 'El titular del certificado no está registrado como usuario en la Seguridad Social.'],
  [/revoked/i, 'La Seguridad Social considera revocado el certificado.'],
];

/** Longest text of the portal that the caller gets, in characters. */
const MAX_TEXT = 300;

/** The error for a page that does not admit the certificate or its holder; `undefined` for any other page. */
export const denialOn = (page: Page): AccessDenied | undefined => {
  const { $ } = page;
  const notice = noticeOn(page, NOTICES);
  const image = $('[src*="revoked" i]').attr('src') ?? '';
  const [, meaning] = DENIALS.find(([words]) => words.test(notice) || words.test(image)) ?? [];
  if (meaning) return new AccessDenied(notice === '' ? [meaning] : [meaning, notice.slice(0, MAX_TEXT)]);
  const denies = $('.cuerpo_noautorizado').length > 0 || /no autorizado/i.test($('.cabMensaje').text());
  return denies ? accessDenied(page) : undefined;
};

const accessDenied = (page: Page | undefined): AccessDenied => {
  const message = collapse(page?.$('.cuerpo_noautorizado, .cabMensaje').first().text() ?? '');
  const text = message.slice(0, MAX_TEXT);
  return new AccessDenied([text || 'La Seguridad Social no autoriza el acceso con este certificado.']);
};
