import { HTML, latin1 } from '../html.ts';
import type { Answer, Call, Portal, Route, World } from '../portal.ts';
import { LOGIN } from './certificates/login.ts';
import { enter, entryService, state, stateService } from './certificates/services.ts';
import { certificatePages, ENTRY, RESULTS } from './certificates/web.ts';
import { Desk } from './desk.ts';
import { communicate, communicationService } from './services/communication.ts';
import { consult, queryService } from './services/query.ts';
import { asked, fault, returned, type Service, wsdl } from './services/soap.ts';
import { frame } from './web/frame.ts';
import { visitWeb, webPaths } from './web/index.ts';
import { SCRIPTS } from './web/menus.ts';

const html = (text: string, status = 200): Answer => ({ status, type: HTML, body: latin1(text) });

const NOT_A_USER = frame(
  'Acceso',
  [],
  ['El certificado digital no está autorizado para realizar comunicaciones de la contratación.'],
);

type Work = (desk: Desk, operation: string, fields: Record<string, string>) => string;

/** The stand-in for the employment service: contracts by services and by hand, certificates of company. */
export function sepe(world: World): Portal {
  /** Only holders that the service knows get any further. */
  const forHolders =
    (answer: (desk: Desk, call: Call) => Answer | Promise<Answer>): Route =>
    async (call) => {
      const holder = world.state.holders.find(({ nif }) => nif === call.nif);
      if (!holder) return html(NOT_A_USER, 403);
      const desk = new Desk(world, holder, call);
      const answered = await answer(desk, call);
      return { ...answered, committed: desk.committed };
    };

  const served = (service: Service, work: Work): Route =>
    forHolders((desk, call) => {
      if (call.method !== 'POST') return wsdl(service, call);
      const request = asked(service, call);
      if (!request) return fault('Client', 'No such operation');
      const { name } = request.operation;
      return { ...returned(service, name, work(desk, name, request.fields)), transaction: name };
    });

  const paged = (
    visit: (desk: Desk, call: Call) => string | { pdf: Promise<Uint8Array> },
    transaction: string,
  ): Route =>
    forHolders(async (desk, call) => {
      const reply = visit(desk, call);
      if (typeof reply === 'string') return { ...html(reply), transaction };
      return { type: 'application/pdf', body: await reply.pdf, transaction };
    });

  const services: [path: string, service: Service, work: Work][] = [
    ['/ccomunicacto/services', communicationService, communicate],
    ['/ccomunicacto/services', queryService, consult],
    // Where the real service lets programs be tried.
    ['/ecomunicacto/services', communicationService, communicate],
    ['/ecomunicacto/services', queryService, consult],
    ['/DCertificadosWeb/services', entryService, enter],
    ['/DCertificadosWeb/services', stateService, state],
  ];

  return {
    name: 'sepe',
    routes: Object.fromEntries<Route>([
      ...services.map(([path, service, work]) => [`${path}/${service.name}`, served(service, work)] as const),
      ...webPaths.map((path) => [path, paged(visitWeb, 'contrata')] as const),
      ...SCRIPTS.map((path) => [path, () => ({ type: 'text/javascript', body: Buffer.from('') })] as const),
      ...Object.entries(LOGIN).map(
        ([path, page]) => [path, paged((_desk, call) => page(call), 'certifica')] as const,
      ),
      ...[ENTRY, RESULTS].map((path) => [path, paged(certificatePages, 'certifica')] as const),
    ]),
  };
}
