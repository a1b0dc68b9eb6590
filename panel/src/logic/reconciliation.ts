import type { Data } from '../../../client/src/types.ts';
import type { CodeList } from '../../../shared/kernel/fields.ts';
import { many } from './comparisons.ts';
import { showDay } from './days.ts';
import type { Problem } from './problems.ts';
import { addressOf } from './route.ts';
import type { Texts } from './summary.ts';
import { capital, theAuthority } from './words.ts';

/** The workforce of a company against what the authorities have, as a clerk reads it. */

/** A comparison, and how far it is. */
export type Comparison = Data<'getReconciliation'>['reconciliation'];
/** A difference that it found. */
export type Difference = Data<'getReconciliation'>['differences'][number];
/** A worker whom an import brings into the workforce, or changes. */
export type Imported = Data<'fillWorkforce'>['workers'][number];
type Kind = Difference['kind'];
type Field = NonNullable<Difference['field']>;
type Gap = Comparison['not_compared'][number];

/** Seconds until a comparison is asked about again that does not say when. */
const WAIT = 5;

/** Seconds until a comparison is asked about again; `undefined` where nothing changes by itself any more. */
export const waitFor = (
  one: Comparison | undefined,
  { retryAfter, problem }: { retryAfter: number | undefined; problem: Problem | undefined },
): number | undefined => {
  if (problem) return problem.passes ? WAIT : undefined;
  return one?.state === 'asking' ? (retryAfter ?? WAIT) : undefined;
};

/** A text about the cost of a comparison. @param readings questions to authorities, at least */
export const costText = (readings: number): string =>
  readings === 1
    ? 'Se hará al menos 1 consulta a los organismos'
    : `Se harán al menos ${readings} consultas a los organismos`;

/** How far a comparison is. */
export const progressText = ({ readings: { asked, answered, failed } }: Comparison): string => {
  const answers = answered === 1 ? '1 respondida' : `${answered} respondidas`;
  return `${asked === 1 ? '1 consulta hecha' : `${asked} consultas hechas`}, ${answers}${failed > 0 ? `, ${failed} sin respuesta` : ''}.`;
};

/** The verdict of a comparison that has ended. Anything that could not be compared is never called equal. */
export const verdictOf = (
  { message, not_compared, readings }: Comparison,
  differences: number,
): { text: string; tone: 'good' | 'warn' } => {
  if (differences > 0)
    return { text: differences === 1 ? '1 diferencia.' : `${differences} diferencias.`, tone: 'warn' };
  return not_compared.length > 0 || readings.failed > 0 || message
    ? { text: 'No hay diferencias en lo que se ha podido comparar, que no es todo.', tone: 'warn' }
    : { text: 'Todo lo que dice la plantilla coincide con lo que consta en los organismos.', tone: 'good' };
};

/** How long what a comparison found may be imported, in milliseconds. */
const IMPORTED_MS = 24 * 60 * 60_000;

/** Whether the workforce may be made of what a comparison found. */
export const mayImport = (
  { state, created_at }: Pick<Comparison, 'state' | 'created_at'>,
  now: Date,
): boolean => state === 'ended' && now.getTime() - Date.parse(created_at) < IMPORTED_MS;

/** Differences of one worker in one account. */
export interface OfWorker {
  key: string;
  account: string;
  document: string;
  nss: string | null;
  differences: Difference[];
}

/** The differences by worker and account, in the order in which they come. */
export const byWorker = (differences: readonly Difference[]): OfWorker[] =>
  [...Map.groupBy(differences, ({ account, dni }) => `${account} ${dni}`)].map(([key, own]) => {
    const { account, dni: document } = own[0]!;
    const nss = own.find((one) => one.nss)?.nss ?? null;
    return { key, account, document, nss, differences: own };
  });

const TITLES: Record<Exclude<Kind, 'field'>, string> = {
  notRegistered: 'No está de alta',
  notBelieved: 'Está de alta y no está en la plantilla',
  notTerminated: 'Ya no trabaja y sigue de alta',
  contractMissing: 'Falta el contrato en el SEPE',
  contractUnregistered: 'Hay un contrato sin su alta',
  certificateMissing: 'Falta el certificado de empresa en el SEPE',
};

const FIELD_TITLES: Record<Field, string> = {
  fecha_alta: 'Otra fecha de alta',
  fecha_baja: 'Otra fecha de baja',
  tipo_contrato: 'Otro tipo de contrato',
  coeficiente: 'Otra jornada',
  grupo_cotizacion: 'Otro grupo de cotización',
  cno: 'Otra ocupación (CNO)',
};

/** The day within a text, or the text without one. */
const withDay = (day: string | null, text: string, without: string): string =>
  day ? `${text} ${showDay(day)}` : without;

/** What each side has, by the kind of difference. */
const SIDES: Record<
  Exclude<Kind, 'field'>,
  (one: Pick<Difference, 'believed' | 'found'>) => [believed: string, found: string]
> = {
  notRegistered: ({ believed, found }) => [
    withDay(believed, 'De alta desde el', 'De alta'),
    withDay(found, 'De baja desde el', 'No está de alta'),
  ],
  notBelieved: ({ believed, found }) => [
    withDay(believed, 'De baja desde el', 'No está en la plantilla'),
    withDay(found, 'De alta desde el', 'De alta'),
  ],
  notTerminated: ({ believed }) => [withDay(believed, 'De baja desde el', 'De baja'), 'Sigue de alta'],
  contractMissing: ({ believed }) => [
    withDay(believed, 'De alta desde el', 'De alta'),
    'Ningún contrato que empiece ese día',
  ],
  contractUnregistered: ({ found }) => [
    'Ningún alta de esos días',
    withDay(found, 'Contrato desde el', 'Un contrato'),
  ],
  certificateMissing: ({ believed }) => [
    withDay(believed, 'De baja desde el', 'De baja'),
    'Ningún certificado de esa baja',
  ],
};

/** The lists that have the codes of a field, with the digits of a whole code. */
const CODES: Partial<Record<Field, { list: CodeList; digits: number }>> = {
  tipo_contrato: { list: 'contracts', digits: 3 },
  grupo_cotizacion: { list: 'groups', digits: 2 },
  cno: { list: 'occupations', digits: 4 },
};

/** The lists of codes whose words these differences need. */
export const listsFor = (differences: readonly Pick<Difference, 'field'>[]): CodeList[] => [
  ...new Set(differences.flatMap(({ field }) => (field && CODES[field]?.list) ?? [])),
];

/** A value of a field that differs, as people read it. */
const valueText = (field: Field, value: string | null, texts: Texts): string => {
  if (field === 'coeficiente') {
    const thousandths = Number(value ?? 0);
    return thousandths === 0 ? 'A tiempo completo' : `${value} (${thousandths / 10} %)`.replace('.', ',');
  }
  if (!value) return field === 'fecha_baja' ? 'Sin baja' : 'No consta';
  const codes = CODES[field];
  // Programs and authorities leave leading zeros out.
  return codes ? (texts[codes.list]?.[value.padStart(codes.digits, '0')] ?? value) : showDay(value);
};

/** A difference as it is shown, with the form that would mend it. */
export interface ShownDifference {
  title: string;
  /** Both sides: what each is called, and what it has. */
  sides: [name: string, value: string][];
  /** The day from which on it differs, as it is read. */
  since: string | undefined;
  /** Address of the form, filled in. Nothing is filed by it. */
  address: string;
}

/** @param texts the words of codes */
export const showDifference = (one: Difference, texts: Texts = {}): ShownDifference => {
  const { kind, field, believed, found, since } = one;
  const [here, there] =
    kind === 'field' && field
      ? [valueText(field, believed, texts), valueText(field, found, texts)]
      : SIDES[kind as Exclude<Kind, 'field'>](one);
  // What SEPE has is compared with what the Seguridad Social has, also of workers whom the workforce lacks.
  const isOfSepe = /^(?:contract|certificate)/.test(kind);
  return {
    title: kind === 'field' && field ? FIELD_TITLES[field] : TITLES[kind as Exclude<Kind, 'field'>],
    sides: [
      [isOfSepe ? `Consta en ${theAuthority('tgss')}` : 'Consta aquí', here],
      [`Consta en ${theAuthority(isOfSepe ? 'sepe' : 'tgss')}`, there],
    ],
    since: since ? showDay(since) : undefined,
    address: addressOf('tramitar', one.mends.operation, flat(one.mends.body)),
  };
};

const FIELD_NAMES: Record<Field, string> = {
  fecha_alta: 'alta',
  fecha_baja: 'baja',
  tipo_contrato: 'contrato',
  coeficiente: 'jornada',
  grupo_cotizacion: 'grupo',
  cno: 'ocupación (CNO)',
};

/** How many workers an import brings in, changes, and leaves, in words. */
export const importText = ({
  added,
  changed,
  kept,
}: Pick<Data<'fillWorkforce'>, 'added' | 'changed' | 'kept'>): string => {
  const parts = [
    added > 0 && `${added === 1 ? 'entra' : 'entran'} ${many(added, 'trabajador', 'trabajadores')}`,
    changed > 0 && `${changed === 1 ? 'cambia' : 'cambian'} ${changed}`,
    kept > 0 && `${kept === 1 ? 'queda 1 como está' : `quedan ${kept} como están`}`,
  ].filter(Boolean);
  return capital(parts.join(', ') || 'no entra ni cambia nadie');
};

/** Describes how an import changes a worker: the new row, or the row before and after. */
export const showImported = ({ before, after }: Imported, texts: Texts = {}): string[] =>
  (Object.keys(FIELD_NAMES) as Field[]).flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, after[field]];
    const say = (value: string | null) =>
      value === null && field !== 'fecha_baja' ? 'sin decir' : valueText(field, value, texts);
    if (!before) return to === null ? [] : [`${FIELD_NAMES[field]}: ${say(to)}`];
    return from === to ? [] : [`${FIELD_NAMES[field]}: ${say(from)} → ${say(to)}`];
  });

/** A body by dotted paths, as forms are filled in: the first element of a list is `0`. */
const flat = (body: object, before = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, string][] => {
      if (value === null || value === undefined) return [];
      if (typeof value === 'object') return Object.entries(flat(value, `${before}${name}.`));
      return [[before + name, String(value)]];
    }),
  );

const ABOUT: Record<Gap['about'], string> = {
  registered: 'Quién está de alta en la cuenta',
  situation: 'Los datos del alta',
  contracts: 'Los contratos en el SEPE',
  certificates: 'Los certificados de empresa en el SEPE',
};

/** Texts about what was not compared, and why. Workers with the same reason share one text. */
export interface ShownGap {
  key: string;
  about: string;
  account: string;
  because: string;
  /** None where it is of the whole account. */
  documents: string[];
}

export const gapsOf = ({ not_compared }: Pick<Comparison, 'not_compared'>): ShownGap[] =>
  [...Map.groupBy(not_compared, ({ about, account, because }) => `${account} ${about} ${because}`)].map(
    ([key, own]) => {
      const { about, account, because } = own[0]!;
      return {
        key,
        about: ABOUT[about],
        account,
        because,
        documents: own.flatMap(({ dni }) => dni ?? []),
      };
    },
  );
