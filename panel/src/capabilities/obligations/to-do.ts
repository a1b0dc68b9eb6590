import type { Data } from '../../../../client/src/types.ts';
import { correctedBy } from '../../gateway/filings/corrections.ts';
import { daysBetween } from '../../shared/days.ts';
import type { Form } from '../../shared/fields.ts';
import { sayDay } from '../../shared/who.ts';
import { theAuthority } from '../../shared/words.ts';

/** A trámite in a list. */
export type ListedFiling = Data<'listFilings'>['data'][number];
/** Something that is due. */
export type Obligation = Data<'listObligations'>['data'][number];
/** State of an authority. */
export type Authority = Data<'getStatus'>['authorities'][number];
/** A stored certificate. */
export type Certificate = Data<'listCertificates'>['data'][number];

/** Urgency of an obligation. */
export type When = 'late' | 'perhaps' | 'today' | 'week' | 'later';

/** Headings of the groups of obligations, the most urgent first. */
export const WHEN: Record<When, string> = {
  late: 'Fuera de plazo',
  perhaps: 'Puede haber vencido',
  today: 'Hoy',
  week: 'Esta semana',
  later: 'Más adelante',
};

type Urgent = Pick<Obligation, 'state' | 'daysLeft' | 'certain'>;

const whenOf = ({ state, daysLeft, certain }: Urgent): When => {
  if (state === 'late' || (daysLeft !== null && daysLeft < 0)) return certain ? 'late' : 'perhaps';
  if (daysLeft === null) return 'later';
  if (daysLeft === 0) return 'today';
  return daysLeft <= 7 ? 'week' : 'later';
};

/**
 * Groups obligations by urgency: the longest overdue first, then by days left, and at the end the ones without a last day. Empty
 * groups are left out.
 */
export const byUrgency = <O extends Urgent>(
  obligations: readonly O[],
): { when: When; obligations: O[] }[] => {
  const sorted = obligations.toSorted((a, b) => (a.daysLeft ?? Infinity) - (b.daysLeft ?? Infinity) || 0);
  return (Object.keys(WHEN) as When[])
    .map((when) => ({ when, obligations: sorted.filter((each) => whenOf(each) === when) }))
    .filter(({ obligations: due }) => due.length > 0);
};

/** An obligation, with the ids of all obligations that are fulfilled with it. */
export type Together = Obligation & { ids: string[] };

/**
 * Merges the renewals of one holder's certificates that expire on the same day, for whatever companies they are stored, because
 * they take one visit.
 */
export const together = (obligations: readonly Obligation[]): Together[] => {
  const groups = Map.groupBy(obligations, ({ id, holder, due }) =>
    holder?.document ? `${holder.document} ${due}` : id,
  );
  return [...groups.values()].map((all) => ({ ...all[0]!, ids: all.map(({ id }) => id) }));
};

/** Nouns for obligations by rule, singular and plural; other obligations use the rule's title. */
const DUE: Record<string, [one: string, several: string]> = {
  alta: ['alta', 'altas'],
  baja: ['baja', 'bajas'],
  contrato: ['contrato', 'contratos'],
  'inicio-previsto': ['contrato previsto', 'contratos previstos'],
  'copia-basica': ['copia básica', 'copias básicas'],
  'certificado-empresa': ['certificado de empresa', 'certificados de empresa'],
  prorroga: ['contrato temporal que acaba', 'contratos temporales que acaban'],
  llamamiento: ['llamamiento', 'llamamientos'],
  variacion: ['variación de contrato', 'variaciones de contrato'],
  cesion: ['cesión', 'cesiones'],
  'fin-cesion': ['fin de cesión', 'fines de cesión'],
  it: ['envío de datos de baja médica', 'envíos de datos de bajas médicas'],
  liquidacion: ['liquidación de cuotas', 'liquidaciones de cuotas'],
};

/** Obligations with the same rule and the same last day, which is certain for all of them or for none. */
export interface DueLine<O> {
  /** What they have in common. */
  key: string;
  rule: Obligation['rule'];
  /** AAAA-MM-DD. */
  due: string | null;
  /** What is not certain of all of them alike; `null` if they have no doubt, or different ones. */
  doubt: string | null;
  obligations: O[];
  /** Companies with their counts, the highest first. */
  companies: [name: string, count: number][];
}

/** Groups alike obligations into lines, in their order. */
export const inLines = <O extends Pick<Obligation, 'rule' | 'due' | 'certain' | 'doubt' | 'companyName'>>(
  obligations: readonly O[],
): DueLine<O>[] => {
  const groups = Map.groupBy(obligations, ({ rule, due, certain }) => `${rule.id} ${due ?? ''} ${certain}`);
  return [...groups].map(([key, alike]) => {
    const named = Map.groupBy(alike, ({ companyName }) => companyName ?? 'Sin empresa');
    return {
      key,
      rule: alike[0]!.rule,
      due: alike[0]!.due,
      doubt: alike.every(({ doubt }) => doubt === alike[0]!.doubt) ? alike[0]!.doubt : null,
      obligations: alike,
      companies: [...named]
        .map(([name, of]): [string, number] => [name, of.length])
        .sort(([, a], [, b]) => b - a),
    };
  });
};

/** The number of companies that a line names; others are only counted. */
const NAMED = 5;

/** The companies of a line, the highest count first: `Talleres Ruiz 9, Bar El Puerto 4 y 3 empresas más`. */
export const companiesText = ({ companies }: Pick<DueLine<unknown>, 'companies'>): string => {
  // Naming the last one takes no more room than counting it.
  const named = companies.length === NAMED + 1 ? companies : companies.slice(0, NAMED);
  const others = companies.length - named.length;
  const text = named.map(([name, count]) => `${name} ${count}`).join(', ');
  return others > 0 ? `${text} y ${others} empresas más` : text;
};

/** The number of obligations of a rule in words: `11 contratos`. */
export const countedText = (rule: Pick<Obligation['rule'], 'id' | 'title'>, count: number): string => {
  const noun = DUE[rule.id]?.[count === 1 ? 0 : 1];
  return noun ? `${count} ${noun}` : count === 1 ? rule.title : `${count} × ${rule.title}`;
};

/** The text of a line: the number of obligations and their last day. @param today AAAA-MM-DD; its year is not repeated */
export const lineText = (
  {
    rule,
    due,
    obligations,
  }: Pick<DueLine<Pick<Obligation, 'daysLeft' | 'certain'>>, 'rule' | 'due' | 'obligations'>,
  today: string,
): string => {
  const count = obligations.length;
  const of = count === 1 ? 0 : 1;
  const what = countedText(rule, count);
  const left = obligations[0]?.daysLeft ?? null;
  if (due === null || left === null) return `${what}, sin fecha cierta`;
  if (left === 0) return `${what} que ${['vence', 'vencen'][of]} hoy`;
  const past = obligations[0]?.certain ? ['venció', 'vencieron'] : ['pudo vencer', 'pudieron vencer'];
  const verb = left < 0 ? past : ['vence', 'vencen'];
  return `${what} que ${verb[of]} el ${sayDay(due, today)}`;
};

/** An authority that is down, and the obligations that cannot be fulfilled meanwhile. */
export interface Outage<O> {
  authority: string;
  /** Its name. */
  name: string;
  state: 'down' | 'maintenance';
  since: string | null;
  message: string | null;
  /** Obligations at the authority that are late or due this week, the earliest first. */
  blocks: O[];
}

/** Authorities that are down, with the obligations that this blocks. */
export const outagesIn = <O extends Urgent & Pick<Obligation, 'rule'>>(
  authorities: readonly Authority[],
  obligations: readonly O[],
): Outage<O>[] =>
  authorities.flatMap(({ state, ...authority }) =>
    state === 'down' || state === 'maintenance'
      ? [
          {
            ...authority,
            state,
            blocks: byUrgency(obligations.filter(({ rule }) => rule.authority === authority.authority))
              .filter(({ when }) => when !== 'later')
              .flatMap((group) => group.obligations),
          },
        ]
      : [],
  );

/** The operation by which a notification is opened, by authority. Opening it has legal effect. */
const OPENED_BY: Record<string, string> = {
  dehu: 'acceptNotification',
  tgss: 'acceptSocialSecurityNotification',
  aeat: 'acceptTaxNotification',
};

/** The operation that opens the notification of an obligation; `undefined` for all other obligations. */
export const openingOf = ({ rule }: Pick<Obligation, 'rule'>): string | undefined =>
  rule.id.startsWith('notificacion-') ? OPENED_BY[rule.authority] : undefined;

/** Whether an operation opens a notification. */
export const isOpening = (operation: string): boolean => Object.values(OPENED_BY).includes(operation);

type Same = Pick<ListedFiling, 'operation' | 'ccc' | 'worker' | 'created_at' | 'id' | 'key'>;

const matter = ({ operation, ccc, worker }: Same): string =>
  [operation, ccc, worker?.document, worker?.nss].join(' ');

/**
 * Refusals that are not corrected yet. A refusal is left out if a filing that was or may have been accepted corrects it, or is
 * later and has the same operation, worker and account. A later refusal of the same kind is shown in its place. A correction
 * without the key of the refusal is recognised only if it names a worker.
 * @param filed filings that were accepted, or may have been
 */
export const stillRefused = <F extends Same>(refused: readonly F[], filed: readonly Same[]): F[] => {
  const all = [...filed, ...refused];
  const corrected = new Set(all.map(({ key }) => correctedBy(key)));
  return refused.filter(
    (filing) =>
      !corrected.has(filing.id) &&
      !(
        filing.worker &&
        all.some(
          (other) =>
            other.id !== filing.id &&
            other.created_at > filing.created_at &&
            matter(other) === matter(filing),
        )
      ),
  );
};

/** Days before its expiry from which a certificate is shown, because a new one takes a visit to an office. */
export const EXPIRES_SOON = 30;

/** Certificates that have expired or expire soon, the earliest first, with the days left. */
export const expiring = <C extends Pick<Certificate, 'expired'>>(
  certificates: readonly C[],
  today: string,
): (C & { daysLeft: number })[] =>
  certificates
    .map((certificate) => ({
      ...certificate,
      daysLeft: daysBetween(today, certificate.expired.slice(0, 10)),
    }))
    .filter(({ daysLeft }) => daysLeft <= EXPIRES_SOON)
    .toSorted((a, b) => a.daysLeft - b.daysLeft);

/** Whether the authority has a query for a trámite whose outcome is unknown; some kinds of trámite have none. */
export const canBeAsked = (
  { lookUp }: Pick<Form, 'lookUp'>,
  { reference }: Pick<ListedFiling, 'reference'>,
): boolean => lookUp === 'query' || (lookUp === 'by-reference' && reference !== null);

/** A text about the outcome of a trámite, once it was looked up or declared. */
export const outcomeText = ({ state, authority }: Pick<ListedFiling, 'state' | 'authority'>): string => {
  if (state === 'accepted') return `Está presentado: consta en ${theAuthority(authority)}.`;
  if (state === 'refused')
    return `No está presentado: ${theAuthority(authority)} lo rechazó. Corríjalo desde el trámite.`;
  if (state === 'declaredFiled') return 'Queda como presentado, porque usted lo ha declarado.';
  return 'Queda como no presentado, porque usted lo ha declarado: se puede presentar de nuevo.';
};

/** The first thing that a person must know about a trámite whose outcome is unknown. */
export const NOT_AGAIN = 'No lo envíe otra vez: puede estar presentado, y dos veces también es una sanción.';

/** Steps for a person to find out whether a trámite of unknown outcome was filed, first `NOT_AGAIN`. @param isAsked whether the authority can be asked */
export const guideFor = (
  { authority, worker, reference, looks }: Pick<ListedFiling, 'authority' | 'worker' | 'reference' | 'looks'>,
  isAsked: boolean,
): string[] => [
  NOT_AGAIN,
  ...(isAsked
    ? [
        looks > 0
          ? `Ya se ha preguntado ${looks === 1 ? 'una vez' : `${looks} veces`} al organismo, sin resultado. Pulse «Comprobar ahora» para preguntar otra vez.`
          : 'Pulse «Comprobar ahora»: se pregunta al organismo si consta, sin presentar nada.',
      ]
    : []),
  `${isAsked ? 'Si sigue sin saberse, entre' : 'Ninguna consulta lo muestra desde aquí: entre'} en la sede ${theAuthority(authority, 'de')} con el mismo certificado y busque ${
    [
      worker?.document && `el documento ${worker.document}`,
      worker?.nss && `el número ${worker.nss}`,
      reference && `la referencia ${reference}`,
    ]
      .filter(Boolean)
      .join(', ') || 'la operación'
  }.`,
  'Declare aquí lo que haya visto. Si no consta, se podrá presentar de nuevo.',
];
