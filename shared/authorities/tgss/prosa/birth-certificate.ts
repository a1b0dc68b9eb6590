import { slashedDate } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, refusalIn, Unreadable } from '../../exchange.ts';
import { textOf } from '../../html/page.ts';
import { mayBeAcceptance } from '../jacada/dialog.ts';
import { type Accepted, documentKind, type WorkerWithDni } from '../values.ts';
import { askAsOwner, isOthers } from './authorised-users.ts';
import { commit, type Press, reportAfter } from './dialog.ts';
import { messagesOf, type ProsaPage, refusalOf } from './page.ts';

/** The application of the firm's certificates for birth and care of a minor. */
export const BIRTHS = 'XV23H101';

/** Who rests. */
export const APPLICANTS = {
  M: 'madre biológica',
  P: 'otro progenitor',
  A: 'primer adoptante',
  B: 'segundo adoptante',
} as const;

/** Reasons of the rest, as the portal writes them: they are chosen by these texts, because their values are not known. */
export const REASONS = {
  '1': 'Nacimiento de hijo',
  '2': 'Fallecimiento de la madre',
  '3': 'Cesión / Opción en favor del otro progenitor',
  '4': 'Parto múltiple',
  '5': 'Inicio del descanso antes del parto',
  '6': 'Adopción / Tutela / Acogimiento',
} as const;

/** The firm's certificate for a worker who rests because of a birth, adoption or guardianship. Days `YYYY-MM-DD`. */
export interface BirthCertificate extends WorkerWithDni {
  solicitante: keyof typeof APPLICANTS;
  motivo: keyof typeof REASONS;
  /** First day of the rest. */
  fecha_inicio: string;
  /** Last day of its first period. */
  fecha_fin: string;
}

/** Files the firm's certificate for birth and care of a minor, with one period. */
export const birthCertificate: Exchange<'submission', BirthCertificate, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'XV23H101 certificate of birth',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application: fields, ENVIO_5, ENVIO_11, heading of the end. Assumed: values of kinds, texts of ' +
      'reasons as they stand, one period. Settled by both pages and an end.',
    ifWrong: 'ENVIO_11, Confirmar, which commits. ENVIO_5, Validar, only leads on.',
  },
  offUntilSeen: true,
  script: function* (input) {
    const periods = yield* askAsOwner(BIRTHS, (page) => restPress(page, input), isOthers);
    throwIfRefused(periods);
    const end = yield* commit(periods, confirmPress(periods, input));
    throwUnlessAccepted(end);
    const print = end
      .$('button, input[type="submit"]')
      .filter((_, node) => /imprimir/i.test(shownOn(end, node)));
    const button = print.first().attr('id');
    const report = { button: button ?? '', action: 'IMPRIMIR', asHtml: true } as const;
    const document = button ? yield* reportAfter(end, report, 'nacimiento') : undefined;
    return { ...(document && { document }) };
  },
};

// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
const shownOn = ({ $ }: ProsaPage, node: any): string => `${textOf($(node))} ${$(node).attr('value') ?? ''}`;

const REASON_FIELDS: Record<keyof typeof APPLICANTS, string> = {
  M: 'motivoMadreBiologica',
  P: 'motivoOtroProgenitor',
  A: 'motivoAdoptantes',
  B: 'motivoAdoptantes',
};

/** Names worker and rest on the first page. @throws NothingFound for a reason or a document that the page does not offer */
const restPress = (page: ProsaPage, input: BirthCertificate): Press => {
  const { regimen, ccc, nss, dni, solicitante, motivo, fecha_inicio } = input;
  const kind = documentKind(dni);
  if (kind === '2') throw new NothingFound('La Seguridad Social solo admite aquí un DNI o un NIE.', 'dni');
  const field = REASON_FIELDS[solicitante];
  return {
    button: 'ENVIO_5',
    action: 'Validar',
    asHtml: true,
    changes: {
      regimen,
      ccc,
      naf: nss,
      tipoIpf: kind,
      codIpf: dni,
      tipoSolicitante: solicitante,
      [field]: optionOf(page, field, REASONS[motivo]),
      fechaInicio: slashedDate(fecha_inicio),
    },
  };
};

/** The value of the option with a text. @throws NothingFound without one */
const optionOf = ({ $ }: ProsaPage, field: string, text: string): string => {
  const plain = (shown: string) => shown.toLowerCase().replace(/[^\p{L}]/gu, '');
  const option = $(`select[name="${field}"] option`)
    .toArray()
    .find((node) => plain(textOf($(node))) === plain(text));
  if (!option)
    throw new NothingFound('La Seguridad Social no ofrece ese motivo para ese solicitante.', 'motivo');
  return $(option).attr('value') ?? textOf($(option));
};

/** Gives the end of the period: the first of its fields that the page has. @throws Unreadable without one */
const confirmPress = ({ $ }: ProsaPage, { fecha_fin }: BirthCertificate): Press => {
  const field = Array.from({ length: 9 }, (_, index) => `fechaFinPeriodo${index + 1}`).find(
    (name) => $(`[name="${name}"]`).length > 0,
  );
  if (field === undefined) throw new Unreadable('page without periods');
  return {
    button: 'ENVIO_11',
    action: 'Confirmar',
    asHtml: true,
    changes: { [field]: slashedDate(fecha_fin) },
  };
};

/** The errors of this application, besides those that all have. */
const ownErrors = ({ $ }: ProsaPage): string[] =>
  $('[id="ARQContenMensajePest"] [title="Error"]')
    .toArray()
    .map((node) => textOf($(node)))
    .filter((text) => text !== '');

const throwIfRefused = (page: ProsaPage): void => {
  const errors = ownErrors(page);
  if (errors.length > 0) throw refusalIn(errors);
};

/** @throws Refusal or OutOfService for errors alone; Unreadable if the page proves neither */
const throwUnlessAccepted = (end: ProsaPage): void => {
  const isAccepted = /resumen del certificado/i.test(textOf(end.$('[id="ARQcapaPrincipalPest"]').first()));
  const own = ownErrors(end);
  const refusal = refusalOf(messagesOf(end)) ?? (own.length > 0 ? refusalIn(own) : undefined);
  if (isAccepted && !refusal) return;
  const texts = [...messagesOf(end), ...own.map((text) => ({ text }))];
  if (refusal && !isAccepted && !texts.some(mayBeAcceptance)) throw refusal;
  throw new Unreadable('the application neither accepts nor refuses');
};
