/**
 * Kinds of acts of an account with itself, each with the words of the reference: what is noted of sessions, users and all that
 * an account has, as opposed to what it files. Filings have records of their own.
 */
export const ACT_KINDS = {
  signIn: 'inicio de sesión',
  signOut: 'cierre de sesión',
  password: 'contraseña creada',
  secondFactor: 'segundo factor activado o quitado',
  token: 'token de programa creado o revocado',
  user: 'usuario creado, cambiado o eliminado',
  company: 'empresa cliente creada, cambiada o eliminada',
  certificate: 'certificado guardado, vigilado o eliminado',
  webhook: 'webhook creado, cambiado o eliminado',
  calendar: 'dirección de calendario creada o anulada',
  setting: 'ajuste de la cuenta, o correos de un usuario',
  workerData: 'datos de un trabajador mostrados o borrados',
} as const;

export type ActKind = keyof typeof ACT_KINDS;
