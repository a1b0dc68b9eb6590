/** The menus of the application: only links, because clients search for their exact addresses, and only to what clients use here. */

import { menu, START } from './frame.ts';

const JSP = '/ccomunicacto/comunicacto/jsp';
const SERVLET = '/ccomunicacto/servlet';
/** The page that opens a session. */
export const START_PATH = START.split('?')[0]!;

const start = menu('Comunicación de la contratación', [
  ['/ccomunicacto/actionLogin.do?pagina=gestion', 'Gestión de la autorización'],
  ['/ccomunicacto/actionLogin.do?pagina=copiabasica', 'Comunicación de la copia básica'],
  ['/ccomunicacto/actionLogin.do?pagina=consultas', 'Consultas e impresión'],
  ['/ccomunicacto/actionLogin.do?pagina=anulacioncomunicacion', 'Anulación de comunicaciones'],
  [`${JSP}/menu.jsp`, 'Menú'],
]);

const lookups = (servlet: string, origin: string, extra: [string, string][] = []) =>
  menu('Búsqueda de la comunicación', [
    [`${SERVLET}/${servlet}?pagina=idcomunicacion&origen=${origin}`, 'Por identificador de la comunicación'],
    [`${SERVLET}/${servlet}?pagina=idtrabajador&origen=${origin}`, 'Por identificador del trabajador'],
    ...extra,
  ]);

/** Pages of `actionLogin.do`. */
const SECTIONS: Record<string, string> = {
  gestion: menu('Gestión', [[START, 'Inicio']]),
  copiabasica: menu('Copia básica', [
    [`${JSP}/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica`, 'Copia básica de un contrato'],
  ]),
  consultas: menu('Consultas', [
    [`${JSP}/menu_consultasImpresion.jsp?origen=`, 'Consultas e impresión de comunicaciones'],
  ]),
  anulacioncomunicacion: menu('Anulación', [
    [`${JSP}/menu_anulacion_bajas.jsp?origen=anulacioncomunicacion`, 'Anulación de comunicaciones'],
  ]),
};

/** Pages of `ServletRegresar`. */
const RETURNS: Record<string, string> = {
  menu_consultasgeneral: lookups('ServletConsultaEmpresa', '', [
    [`${SERVLET}/ServletConsultaEmpresa?pagina=idempresa&origen=`, 'Por empresa y periodo'],
  ]),
  menu_consultaImpCB: lookups('ServletConsultaImpresionCB', 'consultaImpresionCB'),
};

const removals = menu('Anulación de comunicaciones', [
  [`${SERVLET}/ServletAnulComunic?pagina=initC`, 'Anulación de un contrato'],
  [`${SERVLET}/ServletAnulComunic?pagina=initT`, 'Anulación de una transformación'],
]);

/** Menus by path; a function if the menu depends on the query. */
export const MENUS: Record<string, string | ((query: URLSearchParams) => string)> = {
  [START_PATH]: start,
  [`${JSP}/menu.jsp`]: start,
  '/ccomunicacto/actionLogin.do': (query) => SECTIONS[query.get('pagina') ?? ''] ?? start,
  [`${SERVLET}/ServletRegresar`]: (query) => RETURNS[query.get('ruta') ?? ''] ?? start,
  [`${JSP}/menu_consultasImpresion.jsp`]: menu('Consultas e impresión', [
    [`${SERVLET}/ServletRegresar?ruta=menu_consultasgeneral&origen=`, 'Contratos'],
    [`${SERVLET}/ServletConsultaImpresionCB?pagina=entrada`, 'Copia básica'],
    [`${SERVLET}/ServletConsultaTransformacion?pagina=entrada`, 'Transformaciones'],
    [`${SERVLET}/ServletConsultaProrrogas?pagina=entrada`, 'Prórrogas'],
  ]),
  [`${JSP}/menu_comunica_copiaBasicaContrato.jsp`]: lookups('ServletConsultaEmpresa', 'copiabasica'),
  [`${JSP}/menu_anulacion_bajas.jsp`]: removals,
  [`${JSP}/menu_anulacioncomunicacion.jsp`]: removals,
};

/** The page of `ServletConsultaImpresionCB?pagina=entrada`. */
export const copyMenu = menu('Impresión de la copia básica', [
  [`${SERVLET}/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB`, 'De un contrato'],
]);
