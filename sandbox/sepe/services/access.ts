import type { Context } from '../context.ts';
import { MESSAGES } from '../messages.ts';

/** The text that refuses a call before its document is read; undefined if the call is not refused. */
export function accessError(context: Context, fields: Record<string, string>): string | undefined {
  const { closedAtNight, users } = context.records;
  const hour = Number(context.time.slice(11, 13));
  if (closedAtNight && hour >= 1 && hour < 3) return MESSAGES.CCT0208;
  if (fields.idioma !== '14' || fields.comunidad !== '99') return MESSAGES.CGE0102;
  const { usuarioConectado = '', password = '' } = fields;
  // No user is named: the certificate of the connection identifies the caller, unless it has a user.
  if (usuarioConectado === '')
    return users.some(({ nif }) => nif === context.holder.nif) ? MESSAGES.CGE0001 : undefined;
  if (!/^[0-9A-Za-z]{8,20}$/.test(password)) return MESSAGES.CGE0002;
  const known = users.some(
    ({ user, password: right, nif = context.holder.nif }) =>
      user === usuarioConectado && right === password && nif === context.holder.nif,
  );
  return known ? undefined : MESSAGES.CGE0001;
}
