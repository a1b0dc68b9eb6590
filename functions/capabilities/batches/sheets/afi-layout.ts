/**
 * Segments of AFI files: lines of 70 characters, `ETI {EMP RZS {TRA AYN FAB DAM ODL FCT}} ETF`. Positions and meanings come
 * from two public programs, one that writes AFI6 (jjlopezg/conecta) and one that reads AFI9.
 */

/** A field of a segment: positions from 0, the end exclusive. */
export interface AfiField {
  from: number;
  to: number;
  /** Its name in Spanish, for messages. */
  name: string;
  /** The field of a request that takes it. */
  field?: string;
  kind?: 'date' | 'sex';
  /** It does not matter for a filing, because it is reserved or the authority knows it already. */
  isIgnored?: true;
  /** A code of zeros that is a value. In other fields, zeros mean that the field does not apply. */
  zeros?: string;
}

type Places = readonly [from: number, to: number];
const lost = ([from, to]: Places, name: string): AfiField => ({ from, to, name });
const ignored = (places: Places): AfiField => ({ ...lost(places, 'reservado'), isIgnored: true });
const mapped = (places: Places, name: string, field: string): AfiField => ({ ...lost(places, name), field });
const dated = (places: Places, name: string, field: string): AfiField => ({
  ...mapped(places, name, field),
  kind: 'date',
});

/** The fields of each segment with data of a movement. */
export const AFI_SEGMENTS: Record<string, readonly AfiField[]> = {
  FAB: [
    mapped([3, 6], 'acción', 'accion'),
    mapped([6, 8], 'situación', 'situacion'),
    dated([8, 16], 'fecha real', 'fecha_real'),
    mapped([16, 18], 'grupo de cotización', 'grupo_cotizacion'),
    lost([18, 19], 'grupo de cotización diario'),
    lost([19, 21], 'grado de discapacidad'),
    // 000 is the contract of board members and members of cooperatives.
    { ...mapped([21, 24], 'contrato', 'tipo_contrato'), zeros: '000' },
    mapped([24, 25], 'condición de desempleado', 'cond_desempleado'),
    lost([25, 26], 'mujer subrepresentada'),
    mapped([26, 29], 'coeficiente de tiempo parcial', 'coeficiente'),
    mapped([29, 32], 'colectivo de trabajadores', 'worker_collective'),
    mapped([32, 33], 'indicador de impresión', 'impresion'),
    mapped([33, 40], 'categoría profesional', 'category_professional'),
    dated([40, 48], 'fecha de nacimiento', 'fnacimiento'),
    { ...mapped([48, 49], 'sexo', 'sexo'), kind: 'sex' },
    lost([49, 50], 'tipo de inactividad'),
    lost([50, 51], 'exclusión de desempleo o cese de actividad'),
    lost([51, 54], 'coeficiente de huelga o ERE'),
    lost([54, 55], 'mujer reincorporada'),
    lost([55, 56], 'incapacitado readmitido'),
    lost([56, 57], 'trabajador autónomo'),
    lost([57, 58], '5 jornadas reales por semana'),
    lost([58, 59], 'número de trabajadores de la empresa'),
    // AFI6 has a control date here, which public programs leave empty.
    mapped([59, 63], 'relación laboral de carácter especial', 'rlce'),
    lost([63, 65], 'tipo de inactividad'),
    lost([65, 66], 'responsable de la formación'),
    lost([66, 67], 'exenciones'),
    lost([67, 68], 'exclusión social o víctimas'),
    lost([68, 69], 'renta activa de inserción'),
    lost([69, 70], 'contratada en los 24 meses siguientes al alumbramiento'),
  ],
  DAM: [
    dated([3, 11], 'fecha de inicio del contrato', 'fic'),
    lost([11, 12], 'FIC específico'),
    mapped([12, 24], 'número del trabajador sustituido', 'sust_nss'),
    mapped([24, 26], 'causa de sustitución', 'sust_cause'),
    lost([26, 29], 'coeficiente de permanencia'),
    lost([29, 31], 'coeficiente reductor de la edad de jubilación'),
    lost([31, 32], 'relevo'),
    mapped([32, 34], 'días trabajados', 'dias_trabajados'),
    lost([34, 36], 'sistema especial'),
    mapped([36, 39], 'exclusión de cotización', 'exc_ctz'),
    lost([39, 41], 'cambio de puesto de trabajo'),
    lost([41, 43], 'pérdida de beneficios'),
    lost([43, 56], 'vínculo familiar'),
    mapped([56, 57], 'programa de fomento de empleo agrario', 'fom_empl_agrario'),
    mapped([57, 58], 'modalidad de cotización', 'modalidad_ctz'),
    mapped([58, 60], 'beneficios', 'beneficios'),
    mapped([60, 62], 'ocupación', 'ocupacion'),
    lost([62, 64], 'excedente de sector industrial'),
    lost([64, 67], 'reducción de jornada'),
    lost([67, 70], 'coeficiente de tiempo parcial inicial'),
  ],
  ODL: [
    mapped([3, 17], 'convenio colectivo', 'convenio'),
    ignored([17, 23]),
    mapped([23, 27], 'ocupación CNO', 'cno'),
    ignored([27, 33]),
    lost([33, 39], 'importe de la contribución'),
    lost([39, 44], 'entidad del plan de pensiones'),
    lost([44, 50], 'país'),
    lost([50, 58], 'fin previsto del contrato'),
    ignored([58, 70]),
  ],
  FCT: [
    lost([3, 9], 'datos anteriores a la fecha de las vacaciones'),
    dated([9, 17], 'fin de las vacaciones', 'fecha_vacaciones'),
    lost([17, 70], 'otras fechas'),
  ],
};

/** The operation of each action, and the names of its request's fields if they differ from the ones above. */
export const AFI_ACTIONS: Record<string, { operation: string; names?: Record<string, string> }> = {
  MA: { operation: 'registerEmployee' },
  MB: { operation: 'deregisterEmployee' },
  MG: { operation: 'updateGroup' },
  MC: {
    operation: 'updateContract',
    names: { fecha_real: 'startDate', tipo_contrato: 'contractType' },
  },
  MT: { operation: 'updateOccupation' },
  MD: { operation: 'removeRegistration' },
  MR: { operation: 'removeTermination' },
  CCP: { operation: 'updateCategory' },
};
