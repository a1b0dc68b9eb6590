import type { About, AuthorityOperation } from './operation.ts';

/** The number of a worker who has none yet. */
export const NO_NSS = /^0*$/;

/**
 * What a request is about. It follows from the fields that all operations name alike; one whose fields have other names
 * says it itself.
 * @param input the parsed request
 */
export const aboutOf = (operation: AuthorityOperation, input: unknown): About => {
  const { regimen, ccc, cif, dni, nss, fecha_real, startDate } = (input ?? {}) as Record<
    string,
    string | undefined
  >;
  const isSubmission = operation.kind === 'submission';
  const common = {
    regimen,
    ccc,
    cif,
    document: dni,
    nss,
    ...(isSubmission && { date: fecha_real ?? startDate }),
  };
  const about: About = (isSubmission && operation.about?.(input as never)) || common;
  return Object.fromEntries(
    Object.entries(about).filter(
      ([name, value]) => typeof value === 'string' && !(name === 'nss' && NO_NSS.test(value)),
    ),
  );
};
