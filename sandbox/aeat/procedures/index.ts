import type { Procedure } from '../procedure.ts';
import type { CertificateKind } from '../records.ts';
import { census } from './census.ts';
import { contractors } from './contractors.ts';
import { ecot } from './ecot.ts';
import { iae } from './iae.ts';

/** All kinds of certificate. A new one is a file and a line here. */
export const PROCEDURES: Record<CertificateKind, Procedure> = {
  ECOT: ecot,
  IAE: iae,
  CENSAL: census,
  CONTRATISTAS: contractors,
};
