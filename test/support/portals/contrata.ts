import { readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import { byPath, type Portal, pdf, type Replies } from './portal.ts';
import { inputs, labels, links, submit } from './sepe-web.ts';

/** SEPE's web application Contrat@: its pages, and the portal for its queries. */

/** The identifier of the contract that the tests request. */
export const FOOTPRINT = readFootprint('E-28-2026-0000123')!;

/** An address of the application. */
export const contrata = (path: string) => `/ccomunicacto/${path}`;
export const START = contrata('servlet/ServletInicio');

/** A page of the application, with its hidden notice. */
export const contrataPage = (inner: string) =>
  `<html><body><noscript><div id="avisos"><div><p>t</p><p>Sin JavaScript</p></div></div></noscript>
   <div id="contIzq"><div class="contIzqc">${inner}</div></div></body></html>`;

/** A page with a form that is sent to `action`. */
export const formPage = (inner: string, action: string) =>
  contrataPage(`<form name="datos" action="${action}">${inner}</form>`);

/** A page with an error. */
export const errorPage = (text: string) =>
  contrataPage(`<div id="avisos"><div><p class="titulo5">Errores</p><p>${text}</p></div></div>`);

/** A page that confirms an action. */
export const donePage = (text: string) =>
  contrataPage(`<form name="datos"><p class="tac"><p class="tac azneg"> ${text}&nbsp; </p></form>`);

/** The form for the identifier of a contract. */
export const ID_FORM = inputs('idcomunicacion1', 'idcomunicacion2', 'idcomunicacion3') + submit('aceptar');

/** The form for a worker and a range of dates. */
export const WORKER_FORM =
  '<select name="tipodoc2"><option value=" ">NIF</option><option value="E">NIE</option></select>' +
  inputs(
    'nifnietrabajador',
    ...['desde', 'hasta'].flatMap((stem) => [`dia${stem}`, `mes${stem}`, `annio${stem}`]),
  ) +
  submit('aceptar');

/** The list of contracts, given by their start dates. */
export const rows = (...dates: string[]) =>
  `<table class="tableScroll"><tr>${'<th>x</th>'.repeat(6)}</tr>${dates
    .map(
      (date, index) =>
        `<tr><td><input type="checkbox" name="indice" value="a${index}"></td>${'<td>x</td>'.repeat(4)}<td>${date}</td></tr>`,
    )
    .join('')}</table>`;

/** The page of a contract. @param changes to the data of the company */
export const detail = (changes: Record<string, string> = {}) =>
  labels('Datos de la empresa', {
    CIF: 'B12345674',
    'Razón social': 'EJEMPLO SL',
    'Código postal': '28013',
    ...changes,
  }) +
  labels('Datos de la cuenta', {
    'Cuenta de cotización': '0111 28 0000000 97',
    'Actividad económica': '6201',
  }) +
  labels('Centro de trabajo', { País: '724 ESPAÑA', Municipio: '28079 MADRID' }) +
  labels('Datos del trabajador', {
    'NIF/NIE': 'D 12345678Z',
    'Nombre / apellidos': 'ANA GARCIA',
    Municipio: 'MADRID',
  }) +
  labels('Datos del contrato', {
    'Identificador del contrato': 'E-28-2026-0000123',
    'Fecha de inicio del contrato': '03/11/2026',
    'Fecha en que se comunica': '04/11/2026',
    Ocupación: '4309',
    'Grupo raro (x)': 'y',
  });

/** The page of a contract with the button that prints it. */
export const shown = (changes: Record<string, string> = {}) =>
  formPage(detail(changes) + submit('Boton_imprimir'), contrata('imprimir'));

/** The menus that lead from the start to these addresses. */
export const menus = (page: string, menu: string, hrefs: string[], origin = page): Replies => ({
  [START]: contrataPage(links(contrata(`actionLogin.do?pagina=${page}`))),
  [contrata('actionLogin.do')]: contrataPage(links(contrata(`comunicacto/jsp/${menu}.jsp?origen=${origin}`))),
  [contrata(`comunicacto/jsp/${menu}.jsp`)]: contrataPage(links(...hrefs.map(contrata))),
});

/** The portal with the queries: the menus that lead to them, the forms, the list and the contract. */
export const queries = (replies: Replies = {}): Portal =>
  byPath({
    ...menus(
      'consultas',
      'menu_consultasImpresion',
      [
        'servlet/ServletRegresar?ruta=menu_consultasgeneral&origen=',
        'servlet/ServletConsultaImpresionCB?pagina=entrada',
        'servlet/ServletConsultaTransformacion?pagina=entrada',
      ],
      '',
    ),
    [contrata('servlet/ServletRegresar?ruta=menu_consultasgeneral&origen=')]: contrataPage(
      links(
        contrata('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen='),
        contrata('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen='),
        contrata('servlet/ServletConsultaEmpresa?pagina=idempresa&origen='),
      ),
    ),
    [contrata('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=')]: formPage(
      ID_FORM,
      contrata('detalle'),
    ),
    [contrata('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=')]: formPage(
      WORKER_FORM,
      contrata('lista'),
    ),
    [contrata('lista')]: formPage(
      rows('01/01/2020', '03/11/2026', '03/11/2026') + inputs('oculto'),
      contrata('elegir'),
    ),
    [contrata('elegir')]: shown(),
    [contrata('detalle')]: shown(),
    [contrata('imprimir')]: pdf,
    ...replies,
  });

/** A query for a contract by its worker. */
export const WORKER = { dni: '12345678Z', startDate: '2026-11-03' };
