import type { Data } from '../../../../client/src/types.ts';
import type { CodeList } from '../../../../shared/kernel/fields.ts';
import { showShare } from '../../../../shared/kernel/working-share.ts';
import { showDay } from '../../shared/days.ts';
import type { Problem } from '../../shared/problems.ts';
import { addressOf } from '../../shared/route.ts';
import type { Texts } from '../../shared/summary.ts';
import { capital, many, theAuthority } from '../../shared/words.ts';

/** Texts about comparisons of a company's workforce with the authorities' records. */

/** A comparison with its progress. */
export type Comparison = Data<'getReconciliation'>['reconciliation'];
/** A difference that it found. */
export type Difference = Data<'getReconciliation'>['differences'][number];
/** A worker whom an import adds to the workforce or changes. */
export type Imported = Data<'fillWorkforce'>['workers'][number];
type Kind = Difference['kind'];
type Field = NonNullable<Difference['field']>;
type Gap = Comparison['not_compared'][number];

/** Seconds until a comparison is requested again, if its answer gives no time. */
const WAIT = 5;

/** Seconds until a comparison is requested again; `undefined` if it no longer changes by itself. */
export const waitFor = (
  comparison: Comparison | undefined,
  { retryAfter, problem }: { retryAfter: number | undefined; problem: Problem | undefined },
): number | undefined => {
  if (problem) return problem.passes ? WAIT : undefined;
  return comparison?.state === 'asking' ? (retryAfter ?? WAIT) : undefined;
};

/** A text about the cost of a comparison. @param readings questions to authorities, at least */
export const costText = (readings: number): string =>
  readings === 1
    ? 'Se hará al menos 1 consulta a los organismos'
    : `Se harán al menos ${readings} consultas a los organismos`;

/** A text about the progress of a comparison. */
export const progressText = ({ readings: { asked, answered, failed } }: Comparison): string => {
  const answers = answered === 1 ? '1 respondida' : `${answered} respondidas`;
  return `${asked === 1 ? '1 consulta hecha' : `${asked} consultas hechas`}, ${answers}${failed > 0 ? `, ${failed} sin respuesta` : ''}.`;
};

/** The verdict of a comparison that has ended. Anything that could not be compared is never called equal. */
export const verdictOf = ({
  message,
  not_compared,
  readings,
  counts,
  for_import,
}: Comparison): { text: string; tone: 'good' | 'warn' } => {
  const { differences = 0, accepted = 0 } = counts ?? {};
  const open = differences - accepted;
  if (open > 0) return { text: open === 1 ? '1 diferencia.' : `${open} diferencias.`, tone: 'warn' };
  const isWhole = not_compared.length === 0 && readings.failed === 0 && !message;
  if (!isWhole)
    return {
      text:
        readings.asked === 0
          ? 'No se ha comparado nada.'
          : 'No hay diferencias en lo que se ha podido comparar, que no es todo.',
      tone: 'warn',
    };
  if (for_import) return { text: 'Ya se ha consultado lo que consta: mírelo e impórtelo.', tone: 'good' };
  return accepted > 0
    ? {
        text: `No queda ninguna diferencia por mirar: ${many(accepted, 'aceptada', 'aceptadas')}.`,
        tone: 'good',
      }
    : { text: 'Todo lo que dice la plantilla coincide con lo que consta en los organismos.', tone: 'good' };
};

/** Milliseconds for which the result of a comparison can be imported. */
const IMPORTED_MS = 24 * 60 * 60_000;

/** Whether the result of a comparison can be imported. */
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
  name: string | null;
  differences: Difference[];
}

/** The differences by worker and account, in their order. */
export const byWorker = (differences: readonly Difference[]): OfWorker[] =>
  [...Map.groupBy(differences, ({ account, dni }) => `${account} ${dni}`)].map(([key, own]) => {
    const { account, dni: document } = own[0]!;
    const nss = own.find((difference) => difference.nss)?.nss ?? null;
    const name = own.find((difference) => difference.name)?.name ?? null;
    return { key, account, document, nss, name, differences: own };
  });

/** Kinds of differences about who somebody is. Until they are settled, nothing is proposed for the person. */
const OF_PERSON: ReadonlySet<Kind> = new Set(['document', 'nss', 'name']);

const TITLES: Record<Exclude<Kind, 'field'>, string> = {
  document: 'Otro documento',
  nss: 'Otro número de la Seguridad Social',
  name: 'Otro nombre',
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

/** Texts for both sides, by the kind of difference. */
const SIDES: Record<
  Exclude<Kind, 'field'>,
  (one: Pick<Difference, 'believed' | 'found'>) => [believed: string, found: string]
> = {
  document: ({ believed, found }) => [believed ?? '', found ?? ''],
  nss: ({ believed, found }) => [believed ?? '', found ?? ''],
  name: ({ believed, found }) => [believed ?? '', found ?? ''],
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

/** Code lists of fields, with the number of digits of a code. */
const CODES: Partial<Record<Field, { list: CodeList; digits: number }>> = {
  tipo_contrato: { list: 'contracts', digits: 3 },
  grupo_cotizacion: { list: 'groups', digits: 2 },
  cno: { list: 'occupations', digits: 4 },
};

/** The code lists whose texts these differences need. */
export const listsFor = (differences: readonly Pick<Difference, 'field'>[]): CodeList[] => [
  ...new Set(differences.flatMap(({ field }) => (field && CODES[field]?.list) ?? [])),
];

/** A differing value as text. */
const valueText = (field: Field, value: string | null, texts: Texts): string => {
  if (field === 'coeficiente') {
    const thousandths = Number(value ?? 0);
    return thousandths === 0 ? 'A tiempo completo' : `${showShare(thousandths)} (${value})`;
  }
  if (!value) return field === 'fecha_baja' ? 'Sin baja' : 'No consta';
  const codes = CODES[field];
  // Programs and authorities omit leading zeros.
  return codes ? (texts[codes.list]?.[value.padStart(codes.digits, '0')] ?? value) : showDay(value);
};

/** A difference as text, with the form that would correct it. */
export interface ShownDifference {
  title: string;
  /** Both sides: name and value. */
  sides: [name: string, value: string][];
  /** Text of the day since when it differs. */
  since: string | undefined;
  /** Address of the form, filled in; absent if no filing is proposed. Opening it files nothing. */
  address: string | undefined;
  /** What to look at first. */
  advice: string | undefined;
}

/** What to look at where no filing is proposed, or where it lacks what only a person knows. */
const adviceOn = ({ kind, believed, found, mends }: Difference, isInDoubt: boolean): string | undefined => {
  if (mends)
    return kind === 'notBelieved' && mends.operation === 'deregisterEmployee'
      ? 'Si ya no trabaja, dele de baja: la fecha la pone usted. Si trabaja, añádalo a la lista.'
      : undefined;
  if (OF_PERSON.has(kind)) return 'Mire si es la misma persona, y corrija el dato que esté mal.';
  if (isInDoubt) return 'Aclare antes quién es.';
  if (kind === 'notRegistered')
    return found
      ? 'Mire si sigue trabajando. Si no, ponga su baja en la lista.'
      : 'Mire si está en otra cuenta, con otro documento o desde otra fecha.';
  if (kind === 'notBelieved')
    return believed
      ? 'Mire si ha vuelto a trabajar. Si es así, póngalo en la lista.'
      : 'La lista tiene su documento o su número en otra cuenta o en otra persona.';
  if (kind === 'contractMissing')
    return 'El SEPE tiene un contrato con otra fecha o con otro documento: mírelo antes.';
  if (kind === 'contractUnregistered')
    return 'Mire si llegó a trabajar: puede faltar el alta o sobrar el contrato.';
  return 'Mire qué lado tiene razón y corrija el otro.';
};

/** Whether the differences of a person leave open who the person is. */
const isInDoubt = (differences: readonly Pick<Difference, 'kind'>[]): boolean =>
  differences.some(({ kind }) => OF_PERSON.has(kind));

/** Describes a difference. @param texts texts of codes @param ofPerson all differences of the person */
export const showDifference = (
  difference: Difference,
  texts: Texts = {},
  ofPerson: readonly Difference[] = [difference],
): ShownDifference => {
  const { kind, field, believed, found, since } = difference;
  const [here, there] =
    kind === 'field' && field
      ? [valueText(field, believed, texts), valueText(field, found, texts)]
      : SIDES[kind as Exclude<Kind, 'field'>](difference);
  // SEPE's records are compared with the Seguridad Social's, also for workers who are not in the workforce.
  const isOfSepe = /^(?:contract|certificate)/.test(kind);
  return {
    title: kind === 'field' && field ? FIELD_TITLES[field] : TITLES[kind as Exclude<Kind, 'field'>],
    sides: [
      [isOfSepe ? `Consta en ${theAuthority('tgss')}` : 'Consta aquí', here],
      [`Consta en ${theAuthority(isOfSepe ? 'sepe' : 'tgss')}`, there],
    ],
    since: since ? showDay(since) : undefined,
    address: difference.mends
      ? addressOf('tramitar', difference.mends.operation, flat(difference.mends.body))
      : undefined,
    advice: adviceOn(difference, isInDoubt(ofPerson)),
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

/** What a person is called, in the order in which a change of it is shown. */
const ATTRIBUTES = [
  ['dni', 'documento'],
  ['nss', 'NSS'],
  ['nombre', 'nombre'],
] as const;

/** A text with the numbers of workers that an import adds, changes and keeps. */
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
export const showImported = ({ before, after }: Imported, texts: Texts = {}): string[] => [
  ...ATTRIBUTES.flatMap(([field, name]) => {
    const [from, to] = [before?.[field] ?? 'sin decir', after[field]];
    return before && to !== null && from !== to ? [`${name}: ${from} → ${to}`] : [];
  }),
  ...(Object.keys(FIELD_NAMES) as Field[]).flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, after[field]];
    const say = (value: string | null) =>
      value === null && field !== 'fecha_baja' ? 'sin decir' : valueText(field, value, texts);
    if (!before) return to === null ? [] : [`${FIELD_NAMES[field]}: ${say(to)}`];
    return from === to ? [] : [`${FIELD_NAMES[field]}: ${say(from)} → ${say(to)}`];
  }),
];

/** A body as form values by dotted path; the first element of a list is `0`. */
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

/** Something that was not compared, with the reason. Workers with the same reason share one entry. */
export interface ShownGap {
  key: string;
  about: string;
  account: string;
  because: string;
  /** Names with documents; empty if it concerns the whole account. */
  workers: string[];
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
        workers: own.flatMap(({ dni, name }) => (dni ? [name ? `${name} (${dni})` : dni] : [])),
      };
    },
  );
