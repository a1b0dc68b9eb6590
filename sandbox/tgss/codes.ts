/** Code lists: accepted codes, and the texts that are printed for them. */

/** Contribution groups. */
export const GRUPOS: Record<string, string> = {
  '01': 'INGENIEROS Y LICENCIADOS',
  '02': 'INGENIEROS TECNICOS, PERITOS Y AYUDANTES TITULADOS',
  '03': 'JEFES ADMINISTRATIVOS Y DE TALLER',
  '04': 'AYUDANTES NO TITULADOS',
  '05': 'OFICIALES ADMINISTRATIVOS',
  '06': 'SUBALTERNOS',
  '07': 'AUXILIARES ADMINISTRATIVOS',
  '08': 'OFICIALES DE PRIMERA Y SEGUNDA',
  '09': 'OFICIALES DE TERCERA Y ESPECIALISTAS',
  '10': 'PEONES',
  '11': 'TRABAJADORES MENORES DE 18 AÑOS',
  '12': 'GRUPO 12',
};

/** Contract types: the interface's own, other common ones, and `000` for members of boards and co-operatives. */
export const CONTRATOS = new Set(
  `000 100 109 130 139 150 189 200 209 230 239 250 289 300 309 330 339 350 389
   401 402 403 404 405 406 407 408 410 413 418 420 421 430 441 450 451 452
   500 501 502 503 504 505 506 507 508 510 513 518 520 530 540 541 550 551 552`.split(/\s+/),
);

/** Contract types that are refused without a worker collective. */
export const CONTRATOS_WITH_COLECTIVO = new Set(['402', '502', '407', '507']);

/** The only situation that an alta may have here. */
export const ALTA_NORMAL = '01';

/** Situations that a baja may have. */
export const BAJAS: Record<string, string> = {
  '51': 'BAJA VOLUNTARIA',
  '52': 'BAJA POR CAUSA DE FUERZA MAYOR',
  '53': 'BAJA POR EXPEDIENTE DE REGULACION DE EMPLEO',
  '54': 'BAJA NO VOLUNTARIA',
  '55': 'BAJA POR FUSION O ABSORCION DE EMPRESA',
  '56': 'BAJA POR FALLECIMIENTO',
  '58': 'BAJA POR PASE A PENSIONISTA',
  '60': 'BAJA POR TRASLADO DE CENTRO DE TRABAJO',
  '61': 'BAJA POR CAMBIO DE CONTRATO',
  '63': 'BAJA POR HUELGA TOTAL',
  '65': 'BAJA POR AGOTAMIENTO DE I.T.',
  '68': 'BAJA POR EXCEDENCIA FORZOSA',
  '69': 'BAJA POR SUSPENSION DE EMPLEO',
  '73': 'BAJA POR EXCEDENCIA POR CUIDADO DE HIJOS',
  '74': 'BAJA POR EXCEDENCIA POR CUIDADO DE FAMILIARES',
  '77': 'BAJA POR DESPIDO COLECTIVO',
  '85': 'BAJA POR NO SUPERAR EL PERIODO DE PRUEBA',
  '91': 'BAJA POR DESPIDO POR CAUSAS OBJETIVAS',
  '92': 'BAJA POR DESPIDO DISCIPLINARIO',
  '93': 'BAJA FIN CONTRATO TEMPORAL',
  '94': 'BAJA POR PASE A INACTIVIDAD DE FIJOS DISCONTINUOS',
  '99': 'BAJA POR OTRAS CAUSAS',
};

/** Code and text of a situation, as query pages print it. */
export const situacionText = (code: string): string =>
  code === ALTA_NORMAL ? `${code} ALTA NORMAL` : `${code} ${BAJAS[code] ?? 'BAJA'}`;

/** Known collective agreements, in addition to the accounts' agreements. Others are rejected. */
export const CONVENIOS: Record<string, string> = {
  '99000005011981': 'OFICINAS Y DESPACHOS (ENTORNO DE PRUEBAS)',
  '60888888888888': 'SIN CONVENIO COLECTIVO',
};

/** Kinds of company that a worker may be assigned to. */
export const CESION_TIPOS = new Set(['01', '02', '03', '04']);
