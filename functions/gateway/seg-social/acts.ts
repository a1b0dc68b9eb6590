import type { Act } from '../../../shared/operation/operation.ts';

/**
 * The legal acts of a worker's registration. Their subject is the worker by social security number: the document only confirms it,
 * and a person may have several.
 */

interface Sent {
  regimen: string;
  ccc: string;
  nss: string;
}

const OPPOSITE = { alta: 'baja', baja: 'alta' } as const;

/** A registration or a termination, or its removal. The opposite movement of that day undoes it, and so does its removal. */
export const movementAct = (
  movement: keyof typeof OPPOSITE,
  { regimen, ccc, nss, fecha_real }: Sent & { fecha_real: string },
  sets: 'filed' | 'removed' = 'filed',
): Act => {
  const subject = [regimen, ccc, nss, fecha_real];
  return {
    family: movement,
    subject,
    sets,
    undoneBy: [{ family: OPPOSITE[movement], subject, sets: 'filed' }],
    // A removal is sent again while a movement of that day may have been made since.
    ...(sets === 'removed' && { isFreedByUnknown: true }),
  };
};

/** A change of one field of a registration. @param to the date of the change, and what the field becomes */
export const changeAct = (
  field: 'occupation' | 'group' | 'category' | 'cno' | 'contract',
  { regimen, ccc, nss }: Sent,
  to: (string | undefined)[],
): Act => ({ family: field, subject: [regimen, ccc, nss], sets: to.map((one) => one ?? null) });
