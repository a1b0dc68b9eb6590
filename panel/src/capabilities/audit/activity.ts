import type { Data } from '../../../../client/src/types.ts';
import { ROLES } from '../../shared/words.ts';

/** Something that the account did with itself. */
export type Act = Data<'listActivity'>['data'][number];

/** Names of the kinds of acts. */
export const KINDS: Record<Act['kind'], string> = {
  signIn: 'Inicios de sesión',
  signOut: 'Cierres de sesión',
  password: 'Contraseñas',
  secondFactor: 'Segundo factor',
  token: 'Tokens de programa',
  user: 'Personas',
  company: 'Empresas',
  certificate: 'Certificados',
  webhook: 'Webhooks',
  calendar: 'Calendario',
  setting: 'Ajustes y correos',
  workerData: 'Datos de trabajadores',
};

/** What was done, by operation. */
export const DONE: Record<string, string> = {
  signIn: 'Inicio de sesión',
  signOut: 'Cierre de sesión',
  makePassword: 'Contraseña creada',
  confirmSecondFactor: 'Segundo factor propio activado',
  disableSecondFactor: 'Segundo factor propio desactivado',
  resetSecondFactor: 'Segundo factor quitado',
  resetClientSecondFactor: 'Segundo factor quitado a una empresa',
  createToken: 'Token de programa creado',
  revokeToken: 'Token de programa revocado',
  changeMe: 'Nombre propio cambiado',
  inviteUser: 'Persona invitada',
  changeUser: 'Persona cambiada',
  removeUser: 'Persona eliminada',
  demandPreview: 'Simulacro que se exige',
  demandSecondFactor: 'Segundo factor que se exige',
  saveCertificate: 'Certificado guardado',
  watchNotifications: 'Vigilancia de notificaciones',
  deleteCertificate: 'Certificado eliminado',
  saveClient: 'Empresa guardada',
  changeClient: 'Empresa cambiada',
  removeClientAccount: 'Cuenta de cotización quitada',
  activateClient: 'Empresa activada o desactivada',
  deleteClient: 'Empresa eliminada',
  importCompanies: 'Empresas importadas de un fichero',
  addWebhook: 'Webhook añadido',
  changeWebhook: 'Webhook cambiado',
  removeWebhook: 'Webhook eliminado',
  replaceWebhookSecret: 'Secreto de un webhook cambiado',
  endWebhookSecrets: 'Secretos anteriores de un webhook anulados',
  createCalendarAddress: 'Dirección de calendario creada',
  revokeCalendarAddress: 'Dirección de calendario anulada',
  saveCalendar: 'Festivos guardados',
  chooseMails: 'Correos propios elegidos',
  unsubscribe: 'Baja de un correo',
  showWorkerData: 'Datos de un trabajador consultados',
  eraseWorkerData: 'Datos de un trabajador borrados',
};

const REASONS: Record<NonNullable<Act['reason']>, string> = {
  password: 'contraseña incorrecta',
  noCode: 'contraseña correcta, sin el código',
  code: 'contraseña correcta, con un código que no lo era',
  inactive: 'empresa inactiva',
};

/** A choice that was sent, as a person says it. */
const wordOf = ([name, value]: [string, unknown]): string[] => {
  if (name === 'role') return [ROLES[String(value)] ?? String(value)];
  if (name === 'active') return [value ? 'activar' : 'desactivar'];
  return [];
};

/** About what, and how, in one line. */
export const detailsOf = ({ object, values, reason, token }: Act): string =>
  [
    object?.name,
    ...Object.entries(values).flatMap(wordOf),
    reason && REASONS[reason],
    token && `con el token «${token.name}»`,
  ]
    .filter(Boolean)
    .join(' · ');
