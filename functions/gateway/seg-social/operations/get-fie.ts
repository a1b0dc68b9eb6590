import * as z from 'zod';
import { Unreadable } from '../../../../shared/authorities/exchange.ts';
import { type FieInput, fie, readFie } from '../../../../shared/authorities/tgss/prosa/fie.ts';
import { refused, unreadable } from '../../../../shared/kernel/authority-errors.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { ccc, code, date, naf, regimen, test } from '../../../../shared/kernel/fields.ts';
import { mandatory, onlyWith } from '../../../../shared/kernel/rules.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { daysBetween } from '../../../../shared/kernel/working-days.ts';
import type { Known } from '../../../../shared/operation/fact.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { authorisedNumber, exampleCcc, exampleWorker } from '../fields.ts';

const ofCompany = { opcionesBusqueda: ['0'] };

export const getFie = reading({
  id: 'getFie',
  method: 'GET',
  path: '/excel-fie',
  summary: 'Informe FIE: incapacidad temporal y otras prestaciones',
  description:
    'La Seguridad Social rechaza intervalos de más de 28 días. Con format=json, data.list lleva un objeto por ' +
    'trabajador con las columnas del informe, también las que sean nuevas. Sin filas, data.list está vacía; con ' +
    'format=excel se responde 422 con lo que dice la Seguridad Social.',
  authority: 'tgss',
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      test,
      opcionesBusqueda: code(
        { '0': 'empresa', '1': 'trabajador autónomo', '2': 'autorizado' },
        'De quién: 0 empresa (con regimen y ccc), 1 trabajador autónomo (con naf), 2 autorizado.',
      )
        .optional()
        .default('0'),
      regimen: regimen.optional(),
      ccc: ccc.optional(),
      naf: naf.optional(),
      numAutorizado: authorisedNumber(
        'Número de autorizado, si el certificado tiene varios; solo con opcionesBusqueda 2.',
      ).optional(),
      startDate: date('Desde.'),
      endDate: date('Hasta; como máximo, 28 días después.'),
      format: code(
        { excel: 'hoja de cálculo', json: 'lista' },
        'Hoja de cálculo o lista: excel devuelve data.file; json, data.list.',
      )
        .optional()
        .default('excel'),
    })
    .check(
      mandatory('regimen', 'opcionesBusqueda 0', ofCompany),
      mandatory('ccc', 'opcionesBusqueda 0', ofCompany),
      onlyWith('numAutorizado', 'opcionesBusqueda 2', { opcionesBusqueda: ['2'] }),
      mandatory('naf', 'opcionesBusqueda 1', { opcionesBusqueda: ['1'] }),
    ),
  response: z.object({
    file: fileObject.optional().meta({ description: 'Hoja de cálculo; con format=excel.' }),
    list: z
      .array(z.record(z.string(), z.string()))
      .optional()
      .meta({ description: 'Un objeto por trabajador, por cabeceras de columna; con format=json.' }),
  }),
  example: {
    request: {
      ...exampleCcc,
      startDate: '2026-11-01',
      endDate: '2026-11-28',
      format: 'json',
    },
    response: {
      list: [{ 'Fecha Registro': '20261103', 'N.A.F.': exampleWorker.nss, 'Fecha Baja IT': '20261102' }],
    },
  },
  emitsOnRead: (_, { list = [] }) =>
    list.flatMap((row) => {
      const { 'C.C.C. Principal': account, IPF = '', 'N.A.F.': nss } = row;
      const document = plainDocument(IPF.slice(1));
      const [date, start, end] = ['Fecha Registro', 'Fecha Baja IT', 'Fecha Fin IT'].map((name) =>
        dayIn(row[name]),
      );
      if (!date || document === '') return [];
      const name = ['Nombre', 'Primer Apellido', 'Segundo Apellido']
        .flatMap((column) => row[column]?.trim() || [])
        .join(' ');
      const worker = { account, document, nss, ...(name && { name }) };
      const births: Known[] = isOfBirth(row) ? [{ kind: 'birthNotice', ...worker, date }] : [];
      if (!start) return births;
      // The end of a longer leave is a notice of its own, long after the notice that must be answered.
      if (end && daysBetween(start, end) >= SHORT_DAYS) return births;
      const isWorkRelated = WORK_RELATED.test(row.Contingencia ?? '');
      return [
        ...births,
        { kind: 'sickLeave', ...worker, date, start, ...(isWorkRelated && { isWorkRelated }) },
      ];
    }),
  run: async ({ format, ...request }, { tgss, keep }) => {
    const { document, message } = await tgss.read(fie, inputOf(request));
    if (!document) {
      if (format === 'json') return { data: { list: [] }, ...(message && { message }) };
      throw refused('tgss', message ? [message] : []);
    }
    if (format === 'json') return { data: { list: await readFie(document.bytes).catch(asServiceError) } };
    const [file, list] = await Promise.all([
      keep(document),
      readFie(document.bytes, READ_MS).catch(() => undefined),
    ]);
    if (list) return { data: { file }, proves: { list }, ...(message && { message }) };
    return { data: { file }, message: [message, UNREAD].filter(Boolean).join(' ') };
  },
});

/** Longest time to read a spreadsheet that is answered as it is, in milliseconds. */
const READ_MS = 3_000;
const UNREAD =
  'No se ha podido leer la hoja: mire en ella qué bajas tienen un plazo, porque no quedan en la lista.';

/**
 * Whether a row has a value in a column about births or the care of minors. The columns of FIE 5.0 are not public: only their
 * subject is known, and the day on which the worker was born is none of them.
 */
const isOfBirth = (row: Record<string, string>): boolean =>
  Object.entries(row).some(
    ([name, value]) =>
      value !== '' &&
      /nacimiento|cuidado\s+(?:de\s+|del\s+)?menor/i.test(name) &&
      !/^fecha\s+(?:de\s+)?nacimiento(?:\s+\(\w+\))?$/i.test(name),
  );

/** A leave of fewer days has one notice, of its beginning and its end (Real Decreto 625/2014, article 2.3). */
const SHORT_DAYS = 5;

/**
 * Contingencies of an accident at work (3) and an occupational disease (4), as a code or in words. A period of observation (5) is
 * neither yet.
 */
const WORK_RELATED = /^\s*(?:[34]\b|accidente de(?:l)? trabajo|enfermedad profesional)/i;

/** `AAAAMMDD` as `YYYY-MM-DD`; `undefined` for anything else. */
const dayIn = (day = ''): string | undefined =>
  /^\d{8}$/.test(day) ? day.replace(/^(....)(..)(..)$/, '$1-$2-$3') : undefined;

interface Asked {
  opcionesBusqueda: '0' | '1' | '2';
  regimen?: string | undefined;
  ccc?: string | undefined;
  naf?: string | undefined;
  numAutorizado?: string | undefined;
  startDate: string;
  endDate: string;
}

/** The rules of the schema make sure that the fields for each choice are present. */
const inputOf = ({
  opcionesBusqueda,
  regimen = '',
  ccc = '',
  naf = '',
  numAutorizado,
  ...dates
}: Asked): FieInput => {
  const range = { from: dates.startDate, to: dates.endDate };
  if (opcionesBusqueda === '0') return { ...range, of: 'company', regimen, ccc };
  return opcionesBusqueda === '1'
    ? { ...range, of: 'self-employed', naf }
    : { ...range, of: 'authorised-user', authorised: numAutorizado };
};

const asServiceError = (error: unknown): never => {
  throw error instanceof Unreadable ? unreadable('tgss', error) : error;
};
