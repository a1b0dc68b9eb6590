import { ACT_KINDS, type ActKind } from '../../../shared/kernel/act-kinds.ts';
import type { EventsOfPart } from '../events/events-of-gateway.ts';

const ofKinds = Object.fromEntries(
  Object.entries(ACT_KINDS).map(([kind, text]) => [`activity.${kind}`, text]),
) as { [Kind in ActKind as `activity.${Kind}`]: (typeof ACT_KINDS)[Kind] };

/** Events of what an account does with itself. */
export const auditEvents = {
  types: { ...ofKinds, 'activity.signInRefused': 'intento de iniciar sesión que se rechazó' },
  subjects: ['activity'],
} as const satisfies EventsOfPart;
