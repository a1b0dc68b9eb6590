import { dashed, madridDay, realDay } from '../../calendar.ts';
import { Form } from '../../form.ts';
import { makePdf } from '../../pdf.ts';
import type { Answer, Call, Environment } from '../../portal.ts';
import { withholdsDocument } from '../../scenario.ts';
import { codeOf } from '../issuing.ts';
import { notice as says } from '../pages.ts';
import { REFUSALS, Refusal, type Taxpayer } from '../procedure.ts';
import { listPage, openedPage, QUERY, servedAs, signaturePage } from './pages.ts';
import type { AeatNotice } from './records.ts';

/**
 * The stand-in for the agency's list of notifications and for the page to sign for one. It validates every field.
 * Every request that opens a pending notification, or would open one, counts as a filing.
 */

/** Fields of the search, in any order, and their values. */
const SEARCH: Record<string, RegExp> = {
  F_FECHA_DESDE: /^\d\d-\d\d-\d{4}$/,
  F_FECHA_HASTA: /^\d\d-\d\d-\d{4}$/,
  F_LEIDA: /^[01]?$/,
  VEZ: /^BUSCAR1$/,
  QUE_MODO: /^NORMAL$/,
  NOM_QUERY: new RegExp(`^${QUERY}$`),
  CLASGTE: /^20\/0\/$/,
};
/** Sent empty by two of three programs. */
const OPTIONAL = 'F_TIPO_CONSULTA';

const dayIn = (text: string): string => {
  const [day, month, year] = text.split('-').map(Number);
  const found = realDay(year!, month!, day!);
  if (!found) throw new Refusal('inconsistent');
  return found;
};

const hasExactly = (form: Form, names: string[]) =>
  form.names().toSorted().join('&') === names.toSorted().join('&');

/** Notifications about the applicant, or sent to it. */
const ofApplicant = ({ state }: Environment, { nif }: Taxpayer): AeatNotice[] =>
  state.aeat.notices.filter(({ holder, recipient }) => holder === nif || recipient === nif);

/** The search by date of issue, one page at a time. */
export function search(environment: Environment, call: Call, applicant: Taxpayer): Answer {
  const form = Form.parse(call.body);
  const names = Object.keys(SEARCH);
  const isRight =
    call.method === 'POST' &&
    (hasExactly(form, names) || (hasExactly(form, [...names, OPTIONAL]) && form.get(OPTIONAL) === '')) &&
    Object.entries(SEARCH).every(([name, value]) => value.test(form.get(name)));
  if (!isRight) throw new Refusal('inconsistent');
  const [from, to] = [dayIn(form.get('F_FECHA_DESDE')), dayIn(form.get('F_FECHA_HASTA'))];
  if (from > to) throw new Refusal('inconsistent');
  const read = form.get('F_LEIDA');
  const found = ofApplicant(environment, applicant)
    .filter(({ issued }) => issued >= from && issued <= to)
    .filter(({ opened }) => read === '' || (read === '1') === (opened !== undefined))
    .toSorted((one, other) => other.issued.localeCompare(one.issued));
  return listPage(found, { state: environment.state, today: madridDay(environment.now()) });
}

/** One notification: the page to sign or the opened one, the signature, and the document. */
export async function detail(environment: Environment, call: Call, applicant: Taxpayer): Promise<Answer> {
  const form = Form.parse(call.body);
  const [action, code] = [form.get('accion'), call.query.get('ncc') ?? form.get('ncc')];
  const notice = ofApplicant(environment, applicant).find((one) => one.code === code);
  const today = madridDay(environment.now());
  const isPending = notice?.kind === 'Notificación' && !servedAs(notice, today);
  const isOpening = call.method === 'POST' && (action === 'firma' || isPending);
  if (isOpening) environment.counters.countSubmission('aeat.comparecencia');
  if (!notice) throw new Refusal('noNotification');
  if (call.method !== 'POST') {
    if (call.scenario === 'refused') throw new Refusal('refused');
    if (isPending) return signaturePage(notice, applicant);
    return notice.opened ? openedPage(notice) : says(REFUSALS.notOpened);
  }
  if (action === 'vernotif') return documentOf(call, { form, notice });
  const isSigned =
    isPending &&
    call.query.get('ncc') === code &&
    hasExactly(form, ['accion', 'FIRNIF', 'FIRNOMBRE', 'FIR']) &&
    action === 'firma' &&
    form.get('FIRNIF') === applicant.nif &&
    form.get('FIRNOMBRE') === applicant.name &&
    form.get('FIR') === 'FirmaBasica';
  if (!isSigned) throw new Refusal('inconsistent');
  notice.opened = { day: today, csv: codeOf('COMPARECENCIA', notice.code) };
  environment.counters.countAccepted('aeat.comparecencia');
  return { ...openedPage(notice), committed: true };
}

/** Only for opened notifications, because the same control would open a pending one. */
async function documentOf(call: Call, { form, notice }: { form: Form; notice: AeatNotice }): Promise<Answer> {
  if (!notice.opened || !hasExactly(form, ['accion', 'ncc'])) throw new Refusal('notOpened');
  if (withholdsDocument(call.scenario)) throw new Refusal('noDocument');
  return pdf('NOTIFICACIÓN', notice);
}

/** The acknowledgement that has this code, if there is one. */
export const acknowledgementOf = (
  { state }: Environment,
  csv: string | null,
): Promise<Answer> | undefined => {
  const found = state.aeat.notices.find(({ opened }) => opened?.csv === csv);
  return found && pdf('ACUSE DE RECIBO', found);
};

const pdf = async (
  title: string,
  { code, concept, holder, opened, issued }: AeatNotice,
): Promise<Answer> => ({
  transaction: 'cotejo',
  type: 'application/pdf',
  body: await makePdf({
    authority: 'AGENCIA ESTATAL DE ADMINISTRACIÓN TRIBUTARIA',
    title,
    sections: [
      {
        heading: 'ENVÍO',
        lines: [
          ['Nº DE CERTIFICADO', code],
          ['N.I.F.', holder],
          ['CONCEPTO', concept],
          ['FECHA DE NOTIFICACIÓN', dashed(opened!.day)],
        ],
      },
    ],
    code: opened!.csv,
    made: `${issued}T08:00:00`,
  }),
});
