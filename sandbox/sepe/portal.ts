import { htmlAnswer } from '../html.ts';
import type { Answer, Call, Environment, Portal, Route } from '../portal.ts';
import { Sessions } from '../sessions.ts';
import { LANDING, LOGIN, LOGIN_START } from './certificates/login.ts';
import { certificateState, entryService, fileCertificates, stateService } from './certificates/services.ts';
import { certificatePages, ENTRY, RESULTS } from './certificates/web.ts';
import { Context } from './context.ts';
import { communicate, communicationService } from './services/communication.ts';
import { queryService, queryShipment } from './services/query.ts';
import { fault, operationResponse, readOperation, type Service, wsdl } from './services/soap.ts';
import { frame, SCRIPTS } from './web/frame.ts';
import { webPage, webPaths } from './web/index.ts';
import { START_PATH } from './web/menus.ts';
import { noneShown, type Reply, type Shown } from './web/request.ts';

const NOT_A_USER = frame(
  'Acceso',
  [],
  ['El certificado digital no está autorizado para realizar comunicaciones de la contratación.'],
);

const SESSION_ENDED = frame('Acceso', [], ['La sesión ha caducado. Vuelva a entrar en la aplicación.']);

/** Idle timeout of a session, in milliseconds; the real portal's is unknown. */
const IDLE = 30 * 60 * 1000;

const pageOf = async (reply: Reply): Promise<Answer> =>
  typeof reply === 'string' ? htmlAnswer(reply) : { type: 'application/pdf', body: await reply.pdf };

type Handler = (context: Context, operation: string, fields: Record<string, string>) => string;

/** The stand-in for the employment service: contracts by web service and web application, company certificates. */
export function sepe(environment: Environment): Portal {
  const { now } = environment;
  /** Only holders that the service knows can use the portal. */
  const forHolders =
    (answer: (context: Context, call: Call) => Answer | Promise<Answer>): Route =>
    async (call) => {
      const holder = environment.state.holders.find(({ nif }) => nif === call.nif);
      if (!holder) return htmlAnswer(NOT_A_USER, 403);
      const context = new Context(environment, { holder, scenario: call.scenario });
      const answered = await answer(context, call);
      return { ...answered, committed: context.committed };
    };

  const serviceRoute = (service: Service, work: Handler): Route =>
    forHolders((context, call) => {
      if (call.method !== 'POST') return { ...wsdl(service, call), transaction: 'wsdl' };
      const request = readOperation(service, call);
      if (!request) return fault('No such operation');
      const { name } = request.operation;
      return { ...operationResponse(service, name, work(context, name, request.fields)), transaction: name };
    });

  const contrata = new Sessions<Shown>({ cookie: 'JSESSIONID', path: '/ccomunicacto', now, idle: IDLE });
  const certifica = new Sessions<undefined>({ cookie: 'JSESSIONID', now, idle: IDLE });

  /** The start opens a session, and all other pages need one. */
  const contrataRoute = forHolders(async (context, call) => {
    const isStart = call.path === START_PATH;
    const { session, headers = {} } = isStart
      ? contrata.open(call.nif, noneShown())
      : { session: contrata.find(call, call.nif) };
    return {
      ...(await pageOf(session ? webPage(context, call, session.held) : SESSION_ENDED)),
      headers,
      transaction: 'contrata',
    };
  });

  /** The landing page of the log-in opens a session. Without one, the query leads to the log-in. */
  const certificaRoute = forHolders(async (context, call) => {
    const transaction = 'certifica';
    const logIn = LOGIN[call.path];
    if (logIn) {
      const headers = call.path === LANDING ? certifica.open(call.nif, undefined).headers : {};
      return { ...htmlAnswer(logIn(call)), headers, transaction };
    }
    if (!certifica.find(call, call.nif))
      return { ...htmlAnswer('', 302), headers: { Location: LOGIN_START }, transaction };
    return { ...(await pageOf(certificatePages(context, call))), transaction };
  });

  const services: [path: string, service: Service, work: Handler][] = [
    ['/ccomunicacto/services', communicationService, communicate],
    ['/ccomunicacto/services', queryService, queryShipment],
    ['/DCertificadosWeb/services', entryService, fileCertificates],
    ['/DCertificadosWeb/services', stateService, certificateState],
  ];

  return {
    name: 'sepe',
    routes: Object.fromEntries<Route>([
      ...services.map(
        ([path, service, work]) => [`${path}/${service.name}`, serviceRoute(service, work)] as const,
      ),
      ...webPaths.map((path) => [path, contrataRoute] as const),
      ...SCRIPTS.map((path) => [path, () => ({ type: 'text/javascript', body: Buffer.from('') })] as const),
      ...[...Object.keys(LOGIN), ENTRY, RESULTS].map((path) => [path, certificaRoute] as const),
    ]),
  };
}
