import type { CodeList } from '../../../../shared/kernel/fields.ts';
import { showShare } from '../../../../shared/kernel/working-share.ts';
import type { Form, FormField } from '../../shared/fields.ts';
import { readShareField } from '../../shared/filled.ts';
import { type Line, type Texts, valueText } from '../../shared/summary.ts';
import { nounOf, sayDay, showAccount } from '../../shared/who.ts';
import { type BatchRow, columnLabels, columnsOf, filledAt, warningsOf, writtenAt } from './batch.ts';
import { fieldOfColumn, OF_PERSON } from './grid.ts';

/** The rows of a batch as a person reads them before they are filed: one line a row, by company. */

/** A value of a row: what its sheet has, or else what was filled in. */
interface Value {
  column: string;
  field: FormField | undefined;
  text: string;
  /** What was filled in, and from where; empty for a value of the sheet. */
  from: string;
}

const valuesIn = (row: BatchRow, forms: readonly Form[]): Value[] =>
  columnsOf([row]).flatMap((column) => {
    const field = fieldOfColumn(forms, column);
    const text = writtenAt(row, column)?.trim();
    if (text) return [{ column, field, text, from: '' }];
    return filledAt(row, column).map(({ value, from }) => ({ column, field, text: value, from }));
  });

/** The days from which an act has effect, the ones that name it best first. Others are the first day that is no birth. */
const DAYS = ['fecha_real', 'startDate', 'fecha_baja', 'endDate'];

const dayIn = (values: readonly Value[]): string | undefined => {
  const days = values.filter(({ field }) => field?.kind === 'date' && !OF_PERSON.has(field.name));
  const places = DAYS.map((name) => days.find(({ field }) => field!.name === name));
  return (places.find((value) => value) ?? days[0])?.text;
};

/** What a line says of a row. */
export interface ReviewLine {
  /** The worker's name, or else the number by which the row names the worker; empty if it names none. */
  name: string;
  document: string;
  /** What is filed, and from which day. */
  what: string[];
  warnings: string[];
}

/** @param forms forms of the row's operation and of its steps @param title the title of the operation @param today AAAA-MM-DD */
export const reviewLine = (
  row: BatchRow,
  forms: readonly Form[],
  { title, texts, today }: { title: string; texts: Texts; today: string },
): ReviewLine => {
  const values = valuesIn(row, forms);
  const textOf = (names: readonly string[]) =>
    values.find(({ column }) => names.includes(column.split('.').at(-1)!))?.text;
  const document = row.worker?.document ?? textOf(['dni', 'doc']) ?? row.worker?.nss ?? textOf(['nss']) ?? '';
  const day = dayIn(values);
  const contract = values.find(({ field }) => field?.list === 'contracts');
  const share = values.find(({ field }) => field?.share);
  const read = share && readShareField(share.text);
  return {
    name: row.worker?.name ?? row.name ?? document,
    document,
    what: [
      nounOf(row.operation, title),
      // A day that is written otherwise is shown as it is written, because its order is only known to the gateway.
      ...(day ? [/^\d{4}-\d\d-\d\d$/.test(day) ? sayDay(day, today) : day] : []),
      ...(contract ? [valueText(contract.field!, contract.text, texts)] : []),
      ...(share && read ? ['thousandths' in read ? showShare(read.thousandths) : share.text] : []),
    ],
    warnings: warningsOf(row),
  };
};

/** All values of a row with their labels, and from where those are that its sheet does not have. */
export const allOf = (row: BatchRow, forms: readonly Form[], texts: Texts): Line[] => {
  const values = valuesIn(row, forms);
  const labels = columnLabels(
    values.map(({ column }) => column),
    forms,
  );
  return values.map(({ column, field, text, from }) => {
    const value = field ? valueText(field, text, texts) : text;
    return [labels.get(column) ?? column, from ? `${value} (${from})` : value];
  });
};

/** The lists of codes that the values of rows need. */
export const listsOf = (rows: readonly BatchRow[], forms: readonly Form[]): CodeList[] => [
  ...new Set(rows.flatMap((row) => valuesIn(row, forms).flatMap(({ field }) => field?.list ?? []))),
];

/** Rows by company, A to Z. A row whose account no company has is under its account. */
export const byCompany = (rows: readonly BatchRow[]): [company: string, rows: BatchRow[]][] => {
  const companyOf = (row: BatchRow): string => {
    if (row.companyName) return row.companyName;
    // A sheet may write them with separators, and without the zero at the beginning.
    const digitsAt = (column: string) => (writtenAt(row, column) ?? '').replace(/\D/g, '');
    const account =
      digitsAt('ccc') && digitsAt('regimen').padStart(4, '0') + digitsAt('ccc').padStart(11, '0');
    return account ? `Cuenta ${showAccount(account)}` : 'Sin empresa';
  };
  return [...Map.groupBy(rows, companyOf)].sort(([one], [other]) => one.localeCompare(other, 'es'));
};

/** The warnings that all of several lines have, which are shown once. */
export const commonWarnings = (lines: readonly Pick<ReviewLine, 'warnings'>[]): string[] =>
  lines.length < 2
    ? []
    : [...new Set(lines[0]!.warnings)].filter((text) =>
        lines.every(({ warnings }) => warnings.includes(text)),
      );
