import { randomBytes } from 'node:crypto';
import { Form } from '../form.ts';
import { htmlAnswer } from '../html.ts';
import type { Answer, Call, Environment } from '../portal.ts';
import { dropOldest } from '../sessions.ts';
import type { AuthorisedUser, Holder } from '../state.ts';
import { Context } from './context.ts';
import { DIL, Refusal } from './messages.ts';
import { notice, type Page, render } from './page.ts';
import type { ReportStore } from './report-store.ts';
import { listPage } from './row-list.ts';

/** A dialog of the portal, which begins with its first screen. */
export interface Transaction {
  /** Its name in `TRANSACCION=`. */
  code: string;
  /** Its value in `AP=`, if that is not `AFIR`. */
  area?: string;
  start(context: Context): Page;
}

interface Dialog {
  transaction: string;
  /** Name of its first screen. */
  first: string;
  holder: Holder;
  /** The authorised user that the holder chose, if any. */
  user?: AuthorisedUser | undefined;
  /** The latest page of each name. A client may post a page to the address of another page of its dialog. */
  pages: Map<string, Page>;
}

const MAX_SESSIONS = 20_000;

/** The list from which one of several authorised users is chosen before the first screen. */
const userList = (transaction: Transaction, { users }: Context): Page => {
  const list: Page = listPage({
    formname: 'ATRM0000',
    table: 'Sub0501210055',
    headers: ['Autorización'],
    items: users,
    cells: ({ number, name }) => [`${number} ${name}`],
    open: (user, context) => {
      context.user = user;
      return transaction.start(context);
    },
    get back() {
      return list;
    },
  });
  return list;
};

/** Transaction about a worker without a contribution account, so there is no user to choose. */
const WITHOUT_ACCOUNT = 'ATR63';

/**
 * Serves the dialogs. Each page has its own session, which is only in the address of its form. A post answers the page that
 * `Formname` names, or else the page of the session, so stale addresses and repeated posts work as at the portal.
 */
export class Jacada {
  readonly #transactions: Map<string, Transaction>;
  readonly #environment: Environment;
  readonly #reports: ReportStore;
  readonly #sessions = new Map<string, { dialog: Dialog; page: Page }>();

  constructor(transactions: Transaction[], environment: Environment, reports: ReportStore) {
    this.#transactions = new Map(transactions.map((transaction) => [transaction.code, transaction]));
    this.#environment = environment;
    this.#reports = reports;
  }

  answer(call: Call, holder: Holder): Answer {
    return call.method === 'POST' ? this.#continue(call, holder) : this.#open(call, holder);
  }

  #open(call: Call, holder: Holder): Answer {
    const transaction = this.#transactions.get(call.query.get('TRANSACCION')?.toUpperCase() ?? '');
    const area = call.query.get('AP')?.toUpperCase();
    if (!transaction || (transaction.area && area !== transaction.area))
      return htmlAnswer(notice('cabMensaje', 'La transacción no existe.'), 404);
    const context = new Context(this.#environment, this.#reports, { holder, scenario: call.scenario });
    const asks = context.asksForUser && transaction.code !== WITHOUT_ACCOUNT;
    const first = asks ? userList(transaction, context) : transaction.start(context);
    const dialog = { transaction: transaction.code, first: first.formname, holder, pages: new Map() };
    return this.#show(dialog, first);
  }

  #continue(call: Call, holder: Holder): Answer {
    const session = this.#sessions.get(call.query.get('SessionId') ?? '');
    if (!session || session.dialog.holder.nif !== holder.nif) {
      return htmlAnswer(notice('cabMensaje', 'La sesión ha caducado. Vuelva a entrar en la transacción.'));
    }
    const { dialog } = session;
    const form = Form.parse(call.body, call.headers['content-type']);
    const formname = form.get('Formname');
    const current =
      session.page.formname === formname ? session.page : (dialog.pages.get(formname) ?? session.page);
    const context = new Context(this.#environment, this.#reports, { holder, scenario: call.scenario });
    context.user = dialog.user;
    try {
      if (call.scenario === 'refused' && current.formname === dialog.first) {
        throw new Refusal(DIL.unauthorisedAccount);
      }
      const next = current.answer(form, context);
      dialog.user = context.user;
      return this.#show(dialog, next, { committed: context.committed });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return this.#show(dialog, { ...current, dil: refusal.message, focus: refusal.focus }, { posted: form });
    }
  }

  #show(dialog: Dialog, next: Page, { posted = Form.empty, committed = false } = {}): Answer {
    const session = randomBytes(16).toString('hex').toUpperCase();
    this.#sessions.set(session, { dialog, page: next });
    dropOldest(this.#sessions, MAX_SESSIONS);
    dialog.pages.set(next.formname, next);
    const { transaction } = dialog;
    return { ...htmlAnswer(render(next, posted, { transaction, session })), transaction, committed };
  }
}
