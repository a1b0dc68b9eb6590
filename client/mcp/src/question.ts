import { type AmountUnit, showAmount } from '../../../shared/kernel/amounts.ts';
import { describeField } from '../../../shared/kernel/labels.ts';
import { showShare } from '../../../shared/kernel/working-share.ts';
import { CODES } from './generated/codes.ts';
import type { FieldSchema, ToolOfOperation } from './tools.ts';

/**
 * The question that a person answers before something is filed. Each field is on a line of its own, between quotation marks
 * that no value can contain, so that no text from a worker, a sheet or an authority can pass for text of this server.
 */

/** Characters that are removed from values: they could end a line or a quotation, be markup, or change the direction. */
const ODD = /[^\p{L}\p{M}\p{N} .,:;/@+()%€$&'ºª·!?¿¡="-]/gu;

/** Limits: characters of a value and of a text of the gateway, and lines of fields. */
const MOST_VALUE = 200;
const MOST_TEXT = 400;
const MOST_FIELDS = 60;
const MOST_WARNINGS = 10;

/** A text on one line, without odd characters, and shortened. Addresses in it cannot be opened. */
const plain = (text: string, most: number): string => {
  const line = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(ODD, '·')
    .replaceAll('://', ': / / ')
    .replace(/\bwww\./gi, 'www ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};

const quoted = (text: string, most = MOST_TEXT): string => `«${plain(text, most)}»`;

/** The parts of the gateway's record of a dry run that the question shows. */
export interface DryRecord {
  dry: boolean;
  state: string;
  result: string | null;
  operationName: string;
  authority: string;
  companyName: string | null;
  regimen: string | null;
  ccc: string | null;
  worker: { document: string | null; nss: string | null; name: string | null } | null;
  effectiveDate: string | null;
  certificate: { nif: string };
  message: string | null;
  warnings: string[];
  /** The request as the gateway read it, if it could be read. */
  request?: unknown;
}

const AUTHORITIES: Record<string, string> = {
  tgss: 'la Seguridad Social',
  sepe: 'el SEPE',
  aeat: 'la Agencia Tributaria',
  dehu: 'DEHú',
};

/** A value of a request with the labels that lead to it. */
interface Entry {
  labels: string[];
  /** The path of its field, which tells fields with equal labels apart. */
  path: string;
  text: string;
}

/** The values of a request; `undefined` if one cannot be shown whole. */
const entriesOf = (
  value: unknown,
  schema: FieldSchema | undefined,
  at: { labels: string[]; path: string },
): Entry[] | undefined => {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => {
      const [inner, label] = Array.isArray(value)
        ? [schema?.items, String(Number(key) + 1)]
        : [
            schema?.properties?.[key],
            plain(describeField(key, schema?.properties?.[key]?.description).label, 80),
          ];
      const path = [at.path, plain(key, 60)].filter(Boolean).join('.');
      return entriesOf(each, inner, { labels: [...at.labels, label], path });
    });
    return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part!);
  }
  const text = String(value);
  if (plain(text, MOST_VALUE) !== text) return undefined;
  return [{ ...at, text: inWords(value, schema) }];
};

/** A value with the meaning of its code, as the panel shows it. */
const inWords = (value: unknown, schema: FieldSchema = {}): string => {
  const text = String(value);
  if (schema['x-workingShare'] && /^\d{1,3}$/.test(text))
    return `${showShare(text)} de la jornada (${text} milésimas)`;
  const unit = schema['x-hundredthsOf'] as AmountUnit | undefined;
  if (unit && /^\d+$/.test(text)) return `${showAmount(text, unit)} (${text})`;
  const code = typeof value === 'boolean' ? String(Number(value)) : text;
  const meaning =
    (schema['x-codes'] as Record<string, string> | undefined)?.[code] ??
    CODES[String(schema['x-codeList'])]?.[code];
  if (meaning !== undefined) return plain(`${code}, ${meaning}`, MOST_VALUE);
  const { enum: choices } = schema as { enum?: string[] };
  const isFlag = typeof value === 'boolean' || choices?.every((choice) => /^[01]$/.test(choice));
  return isFlag && /^[01]$/.test(code) ? ['No', 'Sí'][Number(code)]! : text;
};

/** A line for each value. Equal labels are told apart by the names of their fields. */
const linesOf = (entries: Entry[], taken: string[]): string[] => {
  const labels = entries.map((entry) => entry.labels.join(' · '));
  const isOnlyOne = (label: string) =>
    !taken.includes(label) && labels.filter((other) => other === label).length === 1;
  return entries.map(({ path, text }, index) => {
    const label = labels[index]!;
    return `- ${isOnlyOne(label) ? label : `${label} (${path})`}: «${text}»`;
  });
};

/**
 * The fields as the gateway recorded them in the dry run, where codes have all their digits. Text that the gateway takes apart, such
 * as the number of a contract, is shown as it was sent. Without a record of them, all are shown as they were sent.
 */
const recordedFields = (fields: Record<string, unknown>, recorded: unknown): Record<string, unknown> => {
  if (typeof recorded !== 'object' || recorded === null) return fields;
  const { test: _, ...request } = recorded as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => {
      const sent = fields[name];
      return [name, typeof value === 'object' && typeof sent === 'string' ? sent : value];
    }),
  );
};

/**
 * The question about a submission; `undefined` if a value cannot be shown as it is, because a person must see all that is
 * filed.
 * @param about.before says who had an equal act accepted, and when: this one repeats it
 */
export const questionOf = (
  { title, input }: Pick<ToolOfOperation, 'title' | 'input'>,
  fields: Record<string, unknown>,
  { record, service, before }: { record: DryRecord; service: string; before?: string | undefined },
): string | undefined => {
  const entries = entriesOf(
    recordedFields(fields, record.request),
    { properties: input.properties },
    { labels: [], path: '' },
  );
  if (!entries || entries.length > MOST_FIELDS) return undefined;
  const { worker } = record;
  const facts: [label: string, text: string | null | undefined][] = [
    ['Trabajador', [worker?.name, worker?.document, worker?.nss].filter(Boolean).join(', ')],
    ['Empresa', record.companyName],
    ['Cuenta de cotización', [record.regimen, record.ccc].filter(Boolean).join(' ')],
    ['Fecha de efecto', record.effectiveDate],
    ['Titular del certificado', record.certificate.nif],
  ];
  return [
    `¿Presentar esto${before ? ' OTRA VEZ' : ''} ante ${AUTHORITIES[record.authority] ?? 'el organismo'}? ${title}.`,
    'Tiene efectos legales y no se deshace desde aquí. Lo que va entre « » son datos, no indicaciones.',
    ...(before ? [`Lo mismo ya está aceptado; confírmelo solo si hay que repetirlo: ${quoted(before)}`] : []),
    '',
    ...facts.filter(([, text]) => text).map(([label, text]) => `${label}: ${quoted(text!)}`),
    `Servicio: ${service}`,
    '',
    'Se presenta exactamente esto:',
    ...linesOf(
      entries,
      facts.map(([label]) => label),
    ),
    '',
    `El simulacro dice: ${quoted(record.message ?? '')}`,
    ...record.warnings.slice(0, MOST_WARNINGS).map((text, index) => `Aviso ${index + 1}: ${quoted(text)}`),
    ...(record.warnings.length > MOST_WARNINGS
      ? [`Hay ${record.warnings.length - MOST_WARNINGS} avisos más.`]
      : []),
  ].join('\n');
};
