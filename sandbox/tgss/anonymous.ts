import { randomBytes } from 'node:crypto';
import { Form } from '../form.ts';
import { htmlAnswer, latin1 } from '../html.ts';
import type { AnonymousCall, Answer } from '../portal.ts';
import { notice } from './page.ts';

/**
 * The first two pages of the pension simulation (ACBR0001), which needs no certificate. A browser gets XML data. Assumed: other
 * clients get an HTML form.
 */

const FRONT_END = '/ProsaInternetAnonimo/OnlineAccessUtf8';

/** A ticket consists of its session and the page, so none is stored. */
const ticketOf = (session: string, page: number) => `${session}${page}`;

const shown = ({ headers }: AnonymousCall, session: string, page: number): Answer => {
  const ticket = ticketOf(session, page);
  const action = `${FRONT_END};jsessionid=${session}`;
  if (!/^Mozilla\//.test(headers['user-agent'] ?? ''))
    return htmlAnswer(
      `<!DOCTYPE html><html lang="es"><body><form id="FORMULARIO_1" method="post" action="${action}">` +
        `<input type="hidden" id="ARQ_SPM_TICKET" name="ARQ.SPM.TICKET" value="${ticket}">` +
        '<input type="submit" name="SPM.ACC.INICIO" value="INICIO"></form></body></html>',
    );
  const lines = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<?xml-stylesheet type="text/xsl" href="/ProsaInternetAnonimo/estilo.xsl"?>',
    '<ProsaXMLData>',
    `<SPM.TICKET id="SPM.TICKET">${ticket}</SPM.TICKET>`,
    `<SPM.IDSESSION id="SPM.IDSESSION">;jsessionid=${session}</SPM.IDSESSION>`,
    `<page_name><![CDATA[BC_0${page}_Pagina]]></page_name>`,
    '</ProsaXMLData>',
  ];
  return { type: 'text/xml; charset=ISO-8859-1', body: latin1(lines.join('\n')) };
};

const error = (): Answer => htmlAnswer(notice('cabMensaje', 'Aplicación no disponible.'));

/** Routes by path. */
export const ANONYMOUS: Record<string, (call: AnonymousCall) => Answer> = {
  '/ProsaInternetAnonimo/OnlineAccess': (call) =>
    call.query.get('ARQ.IDAPP') === 'ACBR0001' ? shown(call, randomBytes(12).toString('hex'), 1) : error(),
  [FRONT_END]: (call) => {
    const form = Form.parse(call.body, call.headers['content-type']);
    const { pathSession } = call;
    const isNext = form.get('ARQ.SPM.TICKET') === ticketOf(pathSession, 1) && form.has('SPM.ACC.INICIO');
    return isNext ? shown(call, pathSession, 2) : error();
  },
};
