import { madridDay, slashed } from '../calendar.ts';
import { Form } from '../form.ts';
import type { Answer, Call, Environment } from '../portal.ts';
import type { Sessions } from '../sessions.ts';
import { isReady, issue } from './issuing.ts';
import { confirmationPage, notice, receiptPage, requestPage, waitingPage } from './pages.ts';
import { beginRequest, type PendingRequest, type PendingRequests } from './pending-requests.ts';
import { type Procedure, REFUSALS, Refusal, representedBy, type Taxpayer } from './procedure.ts';

const FIELDS_BEFORE = ['fTipoRepresentacion', 'fNifT', 'fNombreT'];
const FIELDS_AFTER = ['fAccion', 'fIslw', 'validarSolicitud'];

const sameNames = (form: Form, names: string[]) => form.names().join('&') === names.join('&');

/** Whether a text with other characters than ASCII is also valid UTF-8. A text in ISO-8859-1 almost never is. */
const isUtf8 = (text: string): boolean =>
  /[^\0-\x7f]/.test(text) && !Buffer.from(text, 'latin1').toString('utf8').includes('\ufffd');

/** One procedure, at one address: the form, its validation, and the signed request. */
export class Servlet {
  readonly #procedure: Procedure;
  readonly #environment: Environment;
  readonly #sessions: Sessions<PendingRequests>;

  constructor(procedure: Procedure, environment: Environment, sessions: Sessions<PendingRequests>) {
    this.#procedure = procedure;
    this.#environment = environment;
    this.#sessions = sessions;
  }

  answer(call: Call, applicant: Taxpayer): Answer {
    const transaction = this.#procedure.kind;
    try {
      if (call.method !== 'POST') return { ...this.#begin(call, applicant), transaction };
      return { ...this.#post(call, applicant), transaction };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...notice(error.message), transaction };
    }
  }

  get #today() {
    return madridDay(this.#environment.now());
  }

  /** Clients that open this page first have no session yet, and get one. */
  #begin(call: Call, applicant: Taxpayer): Answer {
    const found = this.#sessions.find(call, applicant.nif);
    const { session, headers } = found ? { session: found } : this.#sessions.open(applicant.nif, new Map());
    const token = beginRequest(session.held, this.#procedure);
    return { ...requestPage(this.#procedure, token, this.#today), ...(headers && { headers }) };
  }

  /** Both posts have the same address. Only the signed one has a signature. */
  #post(call: Call, applicant: Taxpayer): Answer {
    // The portal reads ISO-8859-1, whatever character set the request names.
    const form = Form.parse(call.body);
    const pending = this.#sessions.find(call, applicant.nif)?.held.get(form.get('fIslw'));
    if (pending?.procedure !== this.#procedure) return notice(REFUSALS.noSession);
    return form.has('FIR')
      ? this.#sign(form, pending, { applicant, scenario: call.scenario })
      : this.#validate(form, pending, applicant);
  }

  #validate(form: Form, pending: PendingRequest, applicant: Taxpayer): Answer {
    const procedure = this.#procedure;
    const names = [...FIELDS_BEFORE, ...procedure.fields, ...FIELDS_AFTER];
    const inOrder =
      sameNames(form, names) &&
      form.get('fAccion') === '2' &&
      form.get('validarSolicitud') === 'Validar solicitud' &&
      !names.some((name) => isUtf8(form.get(name)));
    if (!inOrder) throw new Refusal('inconsistent');

    const { state } = this.#environment;
    const taxpayer = this.#taxpayerOf(form, applicant);
    const choice = procedure.read(form, taxpayer, { state, today: this.#today });
    const fields: [string, string][] = [
      ['fProcedimiento', procedure.title],
      ['fNifSolicitante', applicant.nif],
      ['fNombreSolicitante', applicant.name],
      ['fNifTitular', taxpayer.nif],
      ['fNombreTitular', taxpayer.name],
      ...choice.confirmationFields,
      ['fFechaSolicitud', slashed(this.#today)],
      ['fAccion', '3'],
      ['fIslw', form.get('fIslw')],
    ];
    pending.draft = { choice, taxpayer, fields };
    return confirmationPage(procedure, applicant, fields);
  }

  /** The taxpayer of the certificate: the applicant, or a party that the applicant may represent. */
  #taxpayerOf(form: Form, applicant: Taxpayer): Taxpayer {
    const [kind, nif, name] = FIELDS_BEFORE.map((field) => form.get(field));
    const own = kind === '1';
    if ((!own && kind !== '2') || own !== (nif === '') || own !== (name === ''))
      throw new Refusal('inconsistent');
    const taxpayer = own ? applicant : representedBy(this.#environment.state, applicant, nif!);
    if (!taxpayer) throw new Refusal('notRepresented');
    return taxpayer;
  }

  /** All fields of the confirmation must come back unchanged and in order, followed by the signature. */
  #sign(
    form: Form,
    { draft }: PendingRequest,
    { applicant, scenario }: { applicant: Taxpayer; scenario: Call['scenario'] },
  ): Answer {
    const { counters, now } = this.#environment;
    const { kind } = this.#procedure;
    if (!draft) throw new Refusal('inconsistent');
    const expected: [string, string][] = [
      ...draft.fields,
      ['FIRNIF', applicant.nif],
      ['FIRNOMBRE', applicant.name],
      ['FIR', 'FirmaBasica'],
    ];
    counters.countSubmission(`aeat.${kind}`);
    const names = expected.map(([name]) => name);
    if (!sameNames(form, names) || expected.some(([name, value]) => form.get(name) !== value)) {
      throw new Refusal('inconsistent');
    }
    if (scenario === 'refused') throw new Refusal('refused');

    const { certificate, isNew } = issue(this.#environment, { kind, applicant }, draft);
    if (isNew) counters.countAccepted(`aeat.${kind}`);
    const receipt = isReady(certificate, now(), scenario) ? receiptPage(certificate.csv) : waitingPage();
    return { ...receipt, committed: isNew };
  }
}
