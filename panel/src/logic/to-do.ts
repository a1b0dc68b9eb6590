import type { Data } from '../../../client/src/types.ts';
import { correctedBy } from './corrections.ts';
import { daysBetween } from './days.ts';
import type { Form } from './fields.ts';
import { sayDay } from './who.ts';
import { theAuthority } from './words.ts';

/** A trámite in a list. */
export type ListedFiling = Data<'listFilings'>['data'][number];
/** Something that is due. */
export type Obligation = Data<'listObligations'>['data'][number];
/** How an authority works. */
export type Authority = Data<'getStatus'>['authorities'][number];
/** A stored certificate. */
export type Certificate = Data<'listCertificates'>['data'][number];

/** When something is to be done. */
export type When = 'late' | 'today' | 'week' | 'later';

/** What groups of what is due are called, what hurts first first. */
export const WHEN: Record<When, string> = {
  late: 'Fuera de plazo',
  today: 'Hoy',
  week: 'Esta semana',
  later: 'Más adelante',
};

const whenOf = ({ state, daysLeft }: Pick<Obligation, 'state' | 'daysLeft'>): When => {
  if (state === 'late' || (daysLeft !== null && daysLeft < 0)) return 'late';
  if (daysLeft === null) return 'later';
  if (daysLeft === 0) return 'today';
  return daysLeft <= 7 ? 'week' : 'later';
};

/**
 * Groups the due obligations: the longest overdue first, then by days left; what has no last day comes at the end. Groups without
 * anything are left out.
 */
export const byUrgency = <O extends Pick<Obligation, 'state' | 'daysLeft'>>(
  obligations: readonly O[],
): { when: When; obligations: O[] }[] => {
  const sorted = obligations.toSorted((a, b) => (a.daysLeft ?? Infinity) - (b.daysLeft ?? Infinity) || 0);
  return (Object.keys(WHEN) as When[])
    .map((when) => ({ when, obligations: sorted.filter((each) => whenOf(each) === when) }))
    .filter(({ obligations: found }) => found.length > 0);
};

/** Something that is due, with the ids of all that is done with it. */
export type Together = Obligation & { ids: string[] };

/**
 * The due obligations, with the renewals of one holder's certificates that expire on one day as one, whatever companies they are kept
 * for: it is one visit.
 */
export const together = (obligations: readonly Obligation[]): Together[] => {
  const groups = Map.groupBy(obligations, ({ id, holder, due }) =>
    holder?.document ? `${holder.document} ${due}` : id,
  );
  return [...groups.values()].map((all) => ({ ...all[0]!, ids: all.map(({ id }) => id) }));
};

/** What rules make due, as things, one and several; of others their title is said. */
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
  liquidacion: ['liquidación de cuotas', 'liquidaciones de cuotas'],
};

/** Obligations that are alike: of one rule and with one last day. */
export interface DueLine<O> {
  /** The rule and the day. */
  key: string;
  rule: Obligation['rule'];
  /** AAAA-MM-DD. */
  due: string | null;
  obligations: O[];
  /** Companies, those with most of them first. */
  companies: [name: string, count: number][];
}

/** Obligations in lines of what is alike, in the order in which they come. */
export const inLines = <O extends Pick<Obligation, 'rule' | 'due' | 'companyName'>>(
  obligations: readonly O[],
): DueLine<O>[] =>
  [...Map.groupBy(obligations, ({ rule, due }) => `${rule.id} ${due ?? ''}`)].map(([key, alike]) => {
    const named = Map.groupBy(alike, ({ companyName }) => companyName ?? 'Sin empresa');
    return {
      key,
      rule: alike[0]!.rule,
      due: alike[0]!.due,
      obligations: alike,
      companies: [...named]
        .map(([name, of]): [string, number] => [name, of.length])
        .sort(([, a], [, b]) => b - a),
    };
  });

/** Companies that a line names; the others it counts. */
const NAMED = 5;

/** The companies of a line, those with most first: `Talleres Ruiz 9, Bar El Puerto 4 y 3 empresas más`. */
export const companiesText = ({ companies }: Pick<DueLine<unknown>, 'companies'>): string => {
  // Naming the last one takes no more room than counting it.
  const named = companies.length === NAMED + 1 ? companies : companies.slice(0, NAMED);
  const others = companies.length - named.length;
  const text = named.map(([name, count]) => `${name} ${count}`).join(', ');
  return others > 0 ? `${text} y ${others} empresas más` : text;
};

/** How many obligations of a rule there are: `11 contratos`. */
export const countedText = (rule: Pick<Obligation['rule'], 'id' | 'title'>, count: number): string => {
  const noun = DUE[rule.id]?.[count === 1 ? 0 : 1];
  return noun ? `${count} ${noun}` : count === 1 ? rule.title : `${count} × ${rule.title}`;
};

/** The text of a line: how many obligations of a kind there are, and their last day. @param today AAAA-MM-DD, by which a year is left out */
export const lineText = (
  { rule, due, obligations }: Pick<DueLine<Pick<Obligation, 'daysLeft'>>, 'rule' | 'due' | 'obligations'>,
  today: string,
): string => {
  const count = obligations.length;
  const of = count === 1 ? 0 : 1;
  const what = countedText(rule, count);
  const left = obligations[0]?.daysLeft ?? null;
  if (due === null || left === null) return `${what}, sin fecha cierta`;
  if (left === 0) return `${what} que ${['vence', 'vencen'][of]} hoy`;
  const verb = left < 0 ? ['venció', 'vencieron'] : ['vence', 'vencen'];
  return `${what} que ${verb[of]} el ${sayDay(due, today)}`;
};

/** An authority that does not work, and what cannot be done meanwhile. */
export interface Outage<O> {
  authority: string;
  /** What it is called. */
  name: string;
  state: 'down' | 'maintenance';
  since: string | null;
  message: string | null;
  /** Obligations of the authority that are late or due this week, the first to be due first. */
  blocks: O[];
}

/** Authorities that do not work, with what that blocks. */
export const outagesIn = <O extends Pick<Obligation, 'rule' | 'state' | 'daysLeft'>>(
  authorities: readonly Authority[],
  obligations: readonly O[],
): Outage<O>[] =>
  authorities.flatMap(({ state, ...one }) =>
    state === 'down' || state === 'maintenance'
      ? [
          {
            ...one,
            state,
            blocks: byUrgency(obligations.filter(({ rule }) => rule.authority === one.authority))
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

/** The operation that opens the notification of which an obligation is; `undefined` for all other obligations. */
export const openingOf = ({ rule }: Pick<Obligation, 'rule'>): string | undefined =>
  rule.id.startsWith('notificacion-') ? OPENED_BY[rule.authority] : undefined;

type Same = Pick<ListedFiling, 'operation' | 'ccc' | 'worker' | 'created_at' | 'id' | 'key'>;

const matter = ({ operation, ccc, worker }: Same): string =>
  [operation, ccc, worker?.document, worker?.nss].join(' ');

/**
 * Refusals that no one has corrected yet: none that was accepted, or may have been, corrects it or is later the same, for the same
 * worker and account; nor does a later refusal, which is shown in its place. Without its correction's key, only what names a worker
 * can be recognised again.
 * @param filed accepted, or perhaps accepted
 */
export const stillRefused = <F extends Same>(refused: readonly F[], filed: readonly Same[]): F[] => {
  const all = [...filed, ...refused];
  const corrected = new Set(all.map(({ key }) => correctedBy(key)));
  return refused.filter(
    (one) =>
      !corrected.has(one.id) &&
      !(
        one.worker &&
        all.some(
          (other) =>
            other.id !== one.id && other.created_at > one.created_at && matter(other) === matter(one),
        )
      ),
  );
};

/** Days before its end from which a certificate is shown: getting another one takes a visit to an office. */
export const EXPIRES_SOON = 30;

/** Certificates that have expired or are about to, the first to expire first, with the days left. */
export const expiring = <C extends Pick<Certificate, 'expired'>>(
  certificates: readonly C[],
  today: string,
): (C & { daysLeft: number })[] =>
  certificates
    .map((one) => ({ ...one, daysLeft: daysBetween(today, one.expired.slice(0, 10)) }))
    .filter(({ daysLeft }) => daysLeft <= EXPIRES_SOON)
    .toSorted((a, b) => a.daysLeft - b.daysLeft);

/** Whether the authority can be asked about a trámite whose outcome is unknown: no query shows every kind of trámite. */
export const canBeAsked = (
  { lookUp }: Pick<Form, 'lookUp'>,
  { reference }: Pick<ListedFiling, 'reference'>,
): boolean => lookUp === 'query' || (lookUp === 'by-reference' && reference !== null);

/** What became of a trámite whose outcome was unknown, once it was asked for or declared. */
export const outcomeText = ({ state, authority }: Pick<ListedFiling, 'state' | 'authority'>): string => {
  if (state === 'accepted') return `Está presentado: consta en ${theAuthority(authority)}.`;
  if (state === 'refused')
    return `No está presentado: ${theAuthority(authority)} lo rechazó. Corríjalo desde el trámite.`;
  if (state === 'declaredFiled') return 'Queda como presentado, porque usted lo ha declarado.';
  return 'Queda como no presentado, porque usted lo ha declarado: se puede presentar de nuevo.';
};

/** Steps for a person to find out whether a trámite of unknown outcome was filed. @param isAsked whether the authority can be asked */
export const guideFor = (
  { authority, worker, reference, looks }: Pick<ListedFiling, 'authority' | 'worker' | 'reference' | 'looks'>,
  isAsked: boolean,
): string[] => [
  'No lo envíe otra vez: puede estar presentado, y dos veces también es una sanción.',
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
