import type { Data } from '../../../../client/src/types.ts';
import { sayDay } from '../../shared/who.ts';

/** Something that is due. */
export type Obligation = Data<'listObligations'>['data'][number];

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
  'cno-plantilla': ['código de ocupación', 'códigos de ocupación'],
  nacimiento: ['aviso de nacimiento', 'avisos de nacimiento'],
  liquidacion: ['liquidación de cuotas', 'liquidaciones de cuotas'],
  'modelo-111': ['modelo 111', 'modelos 111'],
  'modelo-190': ['modelo 190', 'modelos 190'],
};

/** Obligations with the same rule. Unless they have any day, their last day is the same, and certain for all of them or for none. */
export interface DueLine<O> {
  /** What they have in common. */
  key: string;
  rule: Obligation['rule'];
  /** AAAA-MM-DD; `null` without a last day, absent if they have different ones. */
  due?: string | null;
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
  return [...groups].map(([key, alike]) => ({ ...lineOf(key, alike), due: alike[0]!.due }));
};

type InLine = Pick<Obligation, 'rule' | 'doubt' | 'companyName'>;

const lineOf = <O extends InLine>(key: string, alike: O[]): DueLine<O> => {
  const named = Map.groupBy(alike, ({ companyName }) => companyName ?? 'Sin empresa');
  return {
    key,
    rule: alike[0]!.rule,
    doubt: alike.every(({ doubt }) => doubt === alike[0]!.doubt) ? alike[0]!.doubt : null,
    obligations: alike,
    companies: [...named]
      .map(([name, of]): [string, number] => [name, of.length])
      .sort(([, a], [, b]) => b - a),
  };
};

/** The day in the address of obligations of a rule with any day. */
export const ANY_DAY = 'todos';

/** The obligations of one rule as a line, whatever their days; `undefined` if there are none. */
export const ofAnyDay = <O extends InLine>(obligations: O[]): DueLine<O> | undefined =>
  obligations[0] && lineOf(obligations[0].rule.id, obligations);

/** The rules of which several obligations are due on different days, each as a line. */
export const overDays = <O extends Parameters<typeof inLines>[0][number]>(
  obligations: readonly O[],
): DueLine<O>[] =>
  [...Map.groupBy(obligations, ({ rule }) => rule.id).values()].flatMap((ofRule) =>
    inLines(ofRule).length > 1 ? (ofAnyDay(ofRule) ?? []) : [],
  );

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

/** The text of a line: the number of obligations and their last day, if it is the same. @param today AAAA-MM-DD; its year is not repeated */
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
  if (due === undefined) return what;
  if (due === null || left === null) return `${what}, sin fecha cierta`;
  if (left === 0) return `${what} que ${['vence', 'vencen'][of]} hoy`;
  const past = obligations[0]?.certain ? ['venció', 'vencieron'] : ['pudo vencer', 'pudieron vencer'];
  const verb = left < 0 ? past : ['vence', 'vencen'];
  return `${what} que ${verb[of]} el ${sayDay(due, today)}`;
};

/** Obligations at an authority that is down which are late or due this week, and wait for it, the earliest first. */
export const blockedAt = <O extends Urgent & Pick<Obligation, 'rule'>>(
  authority: string,
  obligations: readonly O[],
): O[] =>
  byUrgency(obligations.filter(({ rule }) => rule.authority === authority))
    .filter(({ when }) => when !== 'later')
    .flatMap((group) => group.obligations);
