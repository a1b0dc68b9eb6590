import { randomBytes } from 'node:crypto';
import { Form } from '../../form.ts';
import { htmlAnswer } from '../../html.ts';
import type { Answer, Call, Environment } from '../../portal.ts';
import { dropOldest } from '../../sessions.ts';
import type { AuthorisedUser, Holder } from '../../state.ts';
import { notice } from '../page.ts';
import type { ReportStore } from '../report-store.ts';
import { chooseUser, radiosByNumber } from './applications/choose-user.ts';
import { ProsaContext, type SessionDocuments } from './context.ts';
import type { Application, Button, Page } from './page.ts';
import { ProsaRefusal, refusalText, TEXTS } from './refusal.ts';
import { type PageLocation, render, renderStylesheet, type Shape, type Shown } from './render.ts';

interface Session {
  sessionDocuments: SessionDocuments;
  application: string;
  holder: Holder;
  /** The authorised user that the holder chose, if any. */
  user?: AuthorisedUser | undefined;
  /** Whether it was opened at a newer host, which wraps the same data in HTML. */
  wrapped: boolean;
  /** Pages by ticket, in the order in which they were shown. */
  pages: Map<string, Shown>;
}

const MAX_PAGES = 100;
/** Applications that ask for a user in scenario `choose-user` only. The others always ask, or involve no account. */
const ASKS_IN_SCENARIO = /^(?:XV24M00|XV26L100)/;
const ACTION = /^SPM\.ACC\.(.+)$/i;

const noticePage = (text: string, status?: number): Answer => htmlAnswer(notice('cabMensaje', text), status);

const buttonOf = (page: Page | undefined, actions: string[]): Button | undefined =>
  page?.buttons.find(({ action }) => actions.includes(action.toLowerCase()));

/**
 * Serves the applications. The session is in the address, or in a cookie. Tickets identify pages, but clients send stale ones
 * or none, so the pressed button decides to which page a post belongs.
 */
export class Prosa {
  readonly #applications: Map<string, Application>;
  readonly #environment: Environment;
  readonly #reports: ReportStore;
  readonly #sessions = new Map<string, Session>();

  constructor(applications: Application[], environment: Environment, reports: ReportStore) {
    this.#applications = new Map(applications.map((application) => [application.code, application]));
    this.#environment = environment;
    this.#reports = reports;
  }

  /** Answers requests to start an application, and posts of its forms: their address is the same. */
  answer(call: Call, holder: Holder): Answer {
    const code = call.query.get('ARQ.IDAPP');
    if (call.method !== 'POST' && code !== null) return this.#open(call, holder, code.toUpperCase());
    const session = this.#sessionOf(call, holder);
    if (!session) return noticePage('La sesión ha caducado. Vuelva a entrar en la aplicación.');
    return this.#continue(call, session);
  }

  /** A document to which a page of the session linked. */
  async document(call: Call, holder: Holder): Promise<Answer> {
    const session = this.#sessionOf(call, holder);
    const stored = session?.sessionDocuments.documents[Number(call.query.get('SECUENCIAL')) - 1];
    if (!stored) return noticePage('El documento solicitado no existe.');
    stored.bytes ??= stored.report();
    return {
      type: stored.type,
      headers: { 'Content-Disposition': `inline; filename="${stored.fileName}"` },
      body: await stored.bytes,
      transaction: 'documento',
    };
  }

  /** The stylesheet of a page that was shown as data. Clients ask for it without cookies. */
  stylesheet(call: Call, holder: Holder): Answer {
    const ticket = call.query.get('pagina') ?? '';
    for (const session of this.#sessions.values()) {
      const shown = session.holder.nif === holder.nif ? session.pages.get(ticket) : undefined;
      if (shown) return renderStylesheet(shown, this.#locationOf(call, session, ticket));
    }
    return noticePage('La página no existe.', 404);
  }

  #sessionOf(call: Call, holder: Holder): Session | undefined {
    const cookie = /(?:^|;\s*)JSESSIONID_endPoint=([\w-]+)/.exec(call.headers.cookie ?? '')?.[1];
    const session = this.#sessions.get(call.pathSession || (cookie ?? ''));
    return session?.holder.nif === holder.nif ? session : undefined;
  }

  #open(call: Call, holder: Holder, code: string): Answer {
    const application = this.#applications.get(code);
    if (!application) return noticePage('La aplicación no existe.', 404);
    const id = randomBytes(16).toString('hex');
    const session: Session = {
      sessionDocuments: { session: id, documents: [] },
      application: code,
      holder,
      wrapped: /^(?:w2)?sp\./.test(call.headers.host ?? ''),
      pages: new Map(),
    };
    this.#sessions.set(id, session);
    dropOldest(this.#sessions);
    const page = startOf(application, this.#contextOf(call, session));
    return this.#show(call, session, { page, posted: Form.empty });
  }

  #continue(call: Call, session: Session): Answer {
    const form = formOf(call);
    const pressed = pressedIn(session, call, form);
    if (!pressed) return this.#show(call, session, latest(session));
    const { page, button } = pressed;
    const context = this.#contextOf(call, session);
    try {
      if (call.scenario === 'refused' && page.refusable) throw new ProsaRefusal(TEXTS.unauthorisedAccount);
      const next = button.press(form, context);
      session.user = context.user;
      const shown = this.#show(call, session, { page: next, posted: Form.empty });
      return { ...shown, committed: context.committed };
    } catch (error) {
      const text = refusalText(error);
      if (text === undefined) throw error;
      const { documentLinks: _, ...again } = page;
      return this.#show(call, session, {
        page: { ...again, message: { type: 'ERROR', text } },
        posted: form,
      });
    }
  }

  #contextOf(call: Call, { holder, sessionDocuments, user }: Session): ProsaContext {
    const context = new ProsaContext(this.#environment, this.#reports, {
      holder,
      scenario: call.scenario,
      sessionDocuments,
    });
    context.user = user;
    return context;
  }

  #show(call: Call, session: Session, shown: Shown): Answer {
    const ticket = randomBytes(16).toString('hex').toUpperCase();
    session.pages.set(ticket, shown);
    dropOldest(session.pages, MAX_PAGES);
    const location = this.#locationOf(call, session, ticket);
    return {
      ...render(shown, location),
      headers: { 'Set-Cookie': `JSESSIONID_endPoint=${location.session}; Path=/; Secure; HttpOnly` },
      transaction: session.application,
    };
  }

  #locationOf(call: Call, session: Session, ticket: string): PageLocation {
    return {
      host: call.headers.host ?? '',
      shape: session.wrapped ? 'script' : shapeFor(call),
      session: session.sessionDocuments.session,
      ticket,
      time: this.#environment.now().getTime(),
    };
  }
}

/**
 * Browsers get data, and so do clients that ask for it in a form; other programs get HTML. Assumed: the client's
 * name decides, because programs in use that call themselves Mozilla get data.
 */
const shapeFor = (call: Call): Shape => {
  const asked = formOf(call).get('ARQ.SPM.OUT') === 'XML_STYLESHEET';
  return asked || /^Mozilla\//.test(call.headers['user-agent'] ?? '') ? 'data' : 'html';
};

/** The first page of an application, after the choice of a user where it asks for one. */
const startOf = (application: Application, context: ProsaContext): Page =>
  context.asksForUser && ASKS_IN_SCENARIO.test(application.code)
    ? chooseUser(context, { title: 'Selección de autorizado', form: radiosByNumber }, (user, chosen) => {
        chosen.user = user;
        return application.start(chosen);
      })
    : application.start(context);

/**
 * The posted form, in UTF-8 as its address says unless the request names another character set; or the query of a
 * link.
 */
function formOf(call: Call): Form {
  if (call.method !== 'POST') return Form.parse(Buffer.from(call.query.toString()), 'charset=utf-8');
  const { 'content-type': type = '' } = call.headers;
  return Form.parse(call.body, /charset/i.test(type) ? type : 'charset=utf-8');
}

const latest = (session: Session): Shown => [...session.pages.values()].at(-1)!;

/**
 * The page and button of a post. A browser that went back posts the same ticket in address and body, and means that
 * page. Otherwise it is the last page shown that has the button.
 */
function pressedIn(session: Session, call: Call, form: Form): { page: Page; button: Button } | undefined {
  const actions = form.names().flatMap((name) => ACTION.exec(name)?.[1]?.toLowerCase() ?? []);
  const ticket = form.get('ARQ.SPM.TICKET');
  const own = ticket === call.query.get('ARQ.SPM.TICKET') ? session.pages.get(ticket) : undefined;
  for (const shown of [own, ...[...session.pages.values()].reverse()]) {
    const button = buttonOf(shown?.page, actions);
    if (shown && button) return { page: shown.page, button };
  }
  return undefined;
}
