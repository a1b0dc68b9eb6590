import { HTML, latin1 } from '../html.ts';
import type { Answer, Call, Environment, Portal, Route } from '../portal.ts';
import { LOGIN } from './certificates/login.ts';
import { certificateState, entryService, fileCertificates, stateService } from './certificates/services.ts';
import { certificatePages, ENTRY, RESULTS } from './certificates/web.ts';
import { Context } from './context.ts';
import { communicate, communicationService } from './services/communication.ts';
import { queryService, queryShipment } from './services/query.ts';
import { fault, operationResponse, readOperation, type Service, wsdl } from './services/soap.ts';
import { frame } from './web/frame.ts';
import { webPage, webPaths } from './web/index.ts';
import { SCRIPTS } from './web/menus.ts';

const html = (text: string, status = 200): Answer => ({ status, type: HTML, body: latin1(text) });

const NOT_A_USER = frame(
  'Acceso',
  [],
  ['El certificado digital no está autorizado para realizar comunicaciones de la contratación.'],
);

type Handler = (context: Context, operation: string, fields: Record<string, string>) => string;

/** The stand-in for the employment service: contracts by web service and web application, company certificates. */
export function sepe(environment: Environment): Portal {
  /** Only holders that the service knows can use the portal. */
  const forHolders =
    (answer: (context: Context, call: Call) => Answer | Promise<Answer>): Route =>
    async (call) => {
      const holder = environment.state.holders.find(({ nif }) => nif === call.nif);
      if (!holder) return html(NOT_A_USER, 403);
      const context = new Context(environment, holder, call);
      const answered = await answer(context, call);
      return { ...answered, committed: context.committed };
    };

  const serviceRoute = (service: Service, work: Handler): Route =>
    forHolders((context, call) => {
      if (call.method !== 'POST') return wsdl(service, call);
      const request = readOperation(service, call);
      if (!request) return fault('Client', 'No such operation');
      const { name } = request.operation;
      return { ...operationResponse(service, name, work(context, name, request.fields)), transaction: name };
    });

  const pageRoute = (
    show: (context: Context, call: Call) => string | { pdf: Promise<Uint8Array> },
    transaction: string,
  ): Route =>
    forHolders(async (context, call) => {
      const reply = show(context, call);
      if (typeof reply === 'string') return { ...html(reply), transaction };
      return { type: 'application/pdf', body: await reply.pdf, transaction };
    });

  const services: [path: string, service: Service, work: Handler][] = [
    ['/ccomunicacto/services', communicationService, communicate],
    ['/ccomunicacto/services', queryService, queryShipment],
    // Addresses at which clients can test against the real service.
    ['/ecomunicacto/services', communicationService, communicate],
    ['/ecomunicacto/services', queryService, queryShipment],
    ['/DCertificadosWeb/services', entryService, fileCertificates],
    ['/DCertificadosWeb/services', stateService, certificateState],
  ];

  return {
    name: 'sepe',
    routes: Object.fromEntries<Route>([
      ...services.map(
        ([path, service, work]) => [`${path}/${service.name}`, serviceRoute(service, work)] as const,
      ),
      ...webPaths.map((path) => [path, pageRoute(webPage, 'contrata')] as const),
      ...SCRIPTS.map((path) => [path, () => ({ type: 'text/javascript', body: Buffer.from('') })] as const),
      ...Object.entries(LOGIN).map(
        ([path, page]) => [path, pageRoute((_context, call) => page(call), 'certifica')] as const,
      ),
      ...[ENTRY, RESULTS].map((path) => [path, pageRoute(certificatePages, 'certifica')] as const),
    ]),
  };
}
