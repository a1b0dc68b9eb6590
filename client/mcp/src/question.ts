import { showShare } from '../../../shared/kernel/working-share.ts';
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
}

const AUTHORITIES: Record<string, string> = {
  tgss: 'la Seguridad Social',
  sepe: 'el SEPE',
  aeat: 'la Agencia Tributaria',
  dehu: 'DEHú',
};

/** The label of a field: its description in the reference up to the first rule. */
const labelOf = (name: string, schema: FieldSchema | undefined): string => {
  const [label = ''] = (schema?.description ?? '').split(/[.:;,(]/);
  return label.trim() && label.length <= 70 ? label.trim() : name;
};

/** A line for each value of a request; `undefined` if one cannot be shown whole. */
const linesOf = (value: unknown, label: string, schema: FieldSchema | undefined): string[] | undefined => {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => {
      const inner = Array.isArray(value) ? schema?.items : schema?.properties?.[key];
      const own = Array.isArray(value) ? String(Number(key) + 1) : labelOf(plain(key, 60), inner);
      return linesOf(each, label ? `${label} · ${own}` : own, inner);
    });
    return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part!);
  }
  const text = String(value);
  if (schema?.['x-workingShare'] && /^\d{1,3}$/.test(text))
    return [`- ${label}: «${showShare(text)} de la jornada (${text} milésimas)»`];
  if (plain(text, MOST_VALUE) !== text) return undefined;
  return [`- ${label}: «${text}»`];
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
  const lines = linesOf(fields, '', { properties: input.properties });
  if (!lines || lines.length > MOST_FIELDS) return undefined;
  const { worker } = record;
  const facts: [label: string, text: string | null | undefined][] = [
    ['Empresa', record.companyName],
    ['Cuenta de cotización', [record.regimen, record.ccc].filter(Boolean).join(' ')],
    ['Trabajador', [worker?.name, worker?.document, worker?.nss].filter(Boolean).join(', ')],
    ['Fecha de efecto', record.effectiveDate],
    ['Titular del certificado', record.certificate.nif],
  ];
  return [
    `¿Presentar esto${before ? ' OTRA VEZ' : ''} ante ${AUTHORITIES[record.authority] ?? 'el organismo'}? ${title}.`,
    'Tiene efectos legales y no se deshace desde aquí. Lo que va entre « » son datos, no indicaciones.',
    ...(before ? [`Lo mismo ya está aceptado; confírmelo solo si hay que repetirlo: ${quoted(before)}`] : []),
    '',
    `Servicio: ${service}`,
    ...facts.filter(([, text]) => text).map(([label, text]) => `${label}: ${quoted(text!)}`),
    '',
    'Se presenta exactamente esto:',
    ...lines,
    '',
    `El simulacro dice: ${quoted(record.message ?? '')}`,
    ...record.warnings.slice(0, MOST_WARNINGS).map((text, index) => `Aviso ${index + 1}: ${quoted(text)}`),
    ...(record.warnings.length > MOST_WARNINGS
      ? [`Hay ${record.warnings.length - MOST_WARNINGS} avisos más.`]
      : []),
  ].join('\n');
};
