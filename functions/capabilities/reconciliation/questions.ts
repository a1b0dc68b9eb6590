import { canBeUnemployment } from '../obligations/rules/causes.ts';
import type { Believed, Compared, Records, Situation } from './facts.ts';
import { personsOf } from './persons.ts';

/** What the authorities are asked about an account. Pure functions. */

/** A question to an authority. Each is asked once. */
export type Question =
  | { about: 'registered' | 'contracts' }
  | { about: 'situation' | 'certificates'; document: string };

/** The open questions. Questions about single workers follow from earlier answers. */
export const questionsOf = (
  { from, today }: Pick<Compared, 'from' | 'today'>,
  believed: readonly Believed[],
  records: Records,
): Question[] => {
  const contracted = new Set(records.contracts?.map(({ document }) => document));
  const documents = new Set(
    personsOf(believed, records)
      // A worker who left before the period is only asked about if an authority names the worker.
      .filter(
        ({ believed: row, registered, document }) =>
          !row?.until || row.until >= from || registered.length > 0 || contracted.has(document),
      )
      .map(({ askedAs }) => askedAs),
  );
  const ended = [...records.situations].flatMap(([document, situation]) =>
    situation && needsCertificate(situation, { from, today }) ? [document] : [],
  );
  return [
    ...(records.registered ? [] : [{ about: 'registered' as const }]),
    ...(records.contracts ? [] : [{ about: 'contracts' as const }]),
    ...[...documents]
      .filter((document) => !records.situations.has(document))
      .map((document) => ({ about: 'situation' as const, document })),
    ...ended
      .filter((document) => !records.certificates.has(document))
      .map((document) => ({ about: 'certificates' as const, document })),
  ];
};

/** Whether the end of a registration needs a company certificate of the period. */
export const needsCertificate = (
  { until, cause }: Situation,
  { from, today }: Pick<Compared, 'from' | 'today'>,
): boolean => until !== '' && until >= from && until < today && canBeUnemployment(cause);
