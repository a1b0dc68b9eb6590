import type { Answer, Call, Environment, Portal, Route } from '../portal.ts';
import { Sessions } from '../sessions.ts';
import { PRESENT_PATH, present, QUERY_PATH, query, RECEIPT_PATH, receipt } from './declarations/portal.ts';
import { documentOf } from './document.ts';
import { isReady } from './issuing.ts';
import { routesOf } from './many-records/portal.ts';
import { DETAIL_PATH, LIST_PATH } from './notices/pages.ts';
import { acknowledgementOf, detail, search } from './notices/portal.ts';
import { DOCUMENT_PATH, notice, SIGNATURE_PATH, signaturePage, VIEWER_PATH, viewerPage } from './pages.ts';
import type { PendingRequests } from './pending-requests.ts';
import { PICK_UP_PATH, pickUp } from './pick-up.ts';
import { applicantOf, REFUSALS, Refusal, type Taxpayer } from './procedure.ts';
import { PROCEDURES } from './procedures/index.ts';
import type { Certificate } from './records.ts';
import { Servlet } from './servlet.ts';

/** The stand-in for the portal of the tax agency: certificates are requested, signed, and fetched by code. */
export function aeat(environment: Environment): Portal {
  const { now } = environment;
  const sessions = new Sessions<PendingRequests>({ cookie: 'AEATSESION', now });

  /** Only taxpayers in the census can use the portal. */
  const forTaxpayers =
    (answer: (call: Call, applicant: Taxpayer) => Answer | Promise<Answer>): Route =>
    (call) => {
      const applicant = applicantOf(environment.state, call);
      return applicant ? answer(call, applicant) : { ...notice(REFUSALS.notATaxpayer), status: 403 };
    };

  /** Anyone with the code of a document may see it, which is the purpose of the code. */
  const withDocument =
    (answer: (certificate: Certificate) => Answer | Promise<Answer>) =>
    async (call: Call): Promise<Answer> => {
      const csv = call.query.get('CSV');
      const certificate = environment.state.aeat.certificates.find((each) => each.csv === csv);
      const ready = certificate && isReady(certificate, now(), call.scenario);
      const answered = ready ? await answer(certificate) : notice(REFUSALS.noDocument);
      return { ...answered, transaction: 'cotejo' };
    };

  /** Requires a session for pages of notifications; a refusal is a page with a message. */
  const inSession = (answer: typeof detail | typeof search, transaction: string): Route =>
    forTaxpayers(async (call, applicant) => {
      try {
        if (!sessions.find(call, applicant.nif)) throw new Refusal('noSession');
        return { ...(await answer(environment, call, applicant)), transaction };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { ...notice(error.message), transaction };
      }
    });

  return {
    name: 'aeat',
    routes: {
      '/wlpl/BUGC-JDIT/MdcAcceso': forTaxpayers((_, applicant) => ({
        ...notice('Identificación correcta.'),
        headers: sessions.open(applicant.nif, new Map()).headers,
        transaction: 'acceso',
      })),
      ...Object.fromEntries(
        Object.values(PROCEDURES).map((procedure) => {
          const servlet = new Servlet(procedure, environment, sessions);
          return [procedure.path, forTaxpayers((call, applicant) => servlet.answer(call, applicant))];
        }),
      ),
      [SIGNATURE_PATH]: forTaxpayers(signaturePage),
      [PICK_UP_PATH]: forTaxpayers((call, applicant) => ({
        ...pickUp(environment, call, applicant),
        transaction: 'recogida',
      })),
      [DOCUMENT_PATH]: forTaxpayers(
        (call) =>
          acknowledgementOf(environment, call.query.get('CSV')) ??
          withDocument(async (certificate) => ({
            type: 'application/pdf',
            body: await documentOf(certificate, environment.state),
          }))(call),
      ),
      [LIST_PATH]: inSession(search, 'notificaciones'),
      [DETAIL_PATH]: inSession(detail, 'notificacion'),
      [PRESENT_PATH]: forTaxpayers((call, applicant) => ({
        ...present(environment, call, applicant),
        transaction: 'presentacion',
      })),
      [QUERY_PATH]: forTaxpayers((call, applicant) => ({
        ...query(environment, call, applicant),
        transaction: 'consulta',
      })),
      [RECEIPT_PATH]: forTaxpayers(async (call) => ({
        ...(await receipt(environment, call)),
        transaction: 'justificante',
      })),
      ...routesOf(environment, forTaxpayers),
      [VIEWER_PATH]: forTaxpayers(withDocument(({ csv }) => viewerPage(csv))),
    },
  };
}
