/** Codes and texts of the service, as far as the stand-in uses them. */

export const MESSAGES = {
  CBC4001: 'No se ha comunicado la copia básica para este contrato',
  CCT0208: 'Actividad no disponible en el siguiente horario: de 1:00 a 3:00',
  CCT0259: 'No se permite anular el contrato por haberse realizado prórroga o transformación',
  CCT4035: 'Ya se ha comunicado la copia básica de este contrato. No se acepta la Copia Básica',
  CCT4079:
    'Error al dar de alta la comunicación, por favor comuníquelo en el buzón de incidencias. No se acepta la comunicación.',
  CCT4069:
    'Existe más de un contrato para los datos especificados. Debe indicar el identificador del contrato',
  CCT4084: 'El contrato solicitado no existe.',
  CGE0001:
    'Los datos de entrada que se han especificado no son correctos. Revise mayúsculas al teclear las claves.',
  CGE0002: 'La clave personal debe de tener entre 8 y 20 caracteres alfanuméricos.',
  CGE0076: 'No existen datos para esta consulta.',
  CGE0088: 'Sistema no Disponible, inténtelo de nuevo más tarde.',
  CGE0102: 'Parámetros comunidad o idioma incorrectos.',
  CIN0003: 'Tarea restringida',
  CPR4040: 'Prórroga inexistente para este contrato.',
  CTR4036: 'El contrato no está transformado a indefinido.',
} as const;

export type MessageCode = keyof typeof MESSAGES;
