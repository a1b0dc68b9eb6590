/** Texts of refusals. Only the first one is the authority's own; the wording of the others is ours. */
export const REFUSALS = {
  inconsistent: 'Datos inconsistentes.',
  noSession: 'No se ha podido identificar con el certificado electrónico.',
  notATaxpayer: 'El titular del certificado electrónico no consta en el censo.',
  notRepresented: 'No consta que pueda actuar en representación de la persona o entidad indicada.',
  wrongPayer: 'El NIF de la persona o entidad pagadora no es correcto.',
  yearNotOffered: 'El ejercicio indicado no está entre los que se pueden solicitar.',
  noActivity: 'No consta ningún alta en el impuesto sobre actividades económicas en el ejercicio indicado.',
  refused: 'La solicitud no ha sido admitida a trámite.',
  noNotification: 'La notificación no existe, o no puede acceder a ella.',
  notOpened: 'No se puede mostrar la notificación.',
  noDocument: 'El código seguro de verificación no corresponde a ningún documento.',
} as const;

export class Refusal extends Error {
  constructor(reason: keyof typeof REFUSALS) {
    super(REFUSALS[reason]);
    this.name = 'Refusal';
  }
}
