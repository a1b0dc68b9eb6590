import type { About, AuthorityOperation } from './operation.ts';

/** The number of a worker who has none yet. */
export const NO_NSS = /^0*$/;

/** The name of a worker, of the parts that there are. */
export const nameOf = (parts: (string | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(' ') || undefined;

/**
 * What a request is about. It follows from the fields that all operations name alike; one whose fields have other names
 * says it itself.
 * @param input the parsed request
 */
export const aboutOf = (operation: AuthorityOperation, input: unknown): About => {
  const sent = (input ?? {}) as Record<string, string | undefined>;
  const { regimen, ccc, cif, dni, nss, fecha_real, startDate } = sent;
  const isSubmission = operation.kind === 'submission';
  const common = {
    regimen,
    ccc,
    cif,
    document: dni,
    nss,
    ...(dni !== undefined && { name: nameOf([sent.name, sent.surname, sent.lastSurname]) }),
    ...(isSubmission && { date: fecha_real ?? startDate }),
  };
  const about: About = (isSubmission && operation.about?.(input as never)) || common;
  return Object.fromEntries(
    Object.entries(about).filter(
      ([name, value]) => typeof value === 'string' && !(name === 'nss' && NO_NSS.test(value)),
    ),
  );
};
