import { Form } from '../form.ts';
import { htmlAnswer } from '../html.ts';
import type { Answer, Call, Environment, Portal, Route } from '../portal.ts';
import type { Holder } from '../state.ts';
import { ANONYMOUS } from './anonymous.ts';
import { Jacada } from './jacada.ts';
import { notices } from './notices/service.ts';
import { notice } from './page.ts';
import { APPLICATIONS } from './prosa/applications/index.ts';
import { Prosa } from './prosa/prosa.ts';
import { STYLESHEET } from './prosa/stylesheet.ts';
import { ReportStore } from './report-store.ts';
import { TRANSACTIONS } from './transactions/index.ts';

const NOT_A_USER = notice('cuerpo_noautorizado', 'El usuario no está autorizado para este servicio.');
const NO_REPORT = notice('cabMensaje', 'El informe solicitado no existe.');

/** The stand-in for the portal of the social security: affiliation dialogs, applications and their documents. */
export function tgss(environment: Environment): Portal {
  const reports = new ReportStore();
  const jacada = new Jacada(TRANSACTIONS, environment, reports);
  const prosa = new Prosa(APPLICATIONS, environment, reports);

  /** Only authorised users can use the portal. */
  const forUsers =
    (answer: (call: Call, holder: Holder) => Answer | Promise<Answer>): Route =>
    (call) => {
      const holder = environment.state.holders.find(({ nif }) => nif === call.nif);
      return holder ? answer(call, holder) : htmlAnswer(NOT_A_USER, 403);
    };

  const fetchReport = async (call: Call, holder: Holder): Promise<Answer> => {
    const form = Form.parse(call.body, call.headers['content-type']);
    const bytes = await reports.find(form, holder);
    if (!bytes) return { ...htmlAnswer(NO_REPORT), transaction: 'documento' };
    return { type: 'application/pdf', body: bytes, transaction: 'documento' };
  };

  return {
    name: 'tgss',
    anonymous: ANONYMOUS,
    routes: {
      '/Xhtml': forUsers((call, holder) => jacada.answer(call, holder)),
      '/ImprPDF/InSeNaCoder': forUsers(fetchReport),
      '/ProsaInternet/OnlineAccess': forUsers((call, holder) => prosa.answer(call, holder)),
      '/ProsaInternet/OnlineAccessUtf8': forUsers((call, holder) => prosa.answer(call, holder)),
      '/ProsaInternet/ViewDocUtf8': forUsers((call, holder) => prosa.document(call, holder)),
      // Clients that apply the stylesheet to the XML request this address first, and ignore the answer.
      '/ProsaInternet': forUsers(() => htmlAnswer('')),
      [STYLESHEET]: forUsers((call, holder) => prosa.stylesheet(call, holder)),
      '/INFRWSCN/WSCNService': notices(environment),
      '/KeepAlive': forUsers(() => htmlAnswer('')),
    },
  };
}
