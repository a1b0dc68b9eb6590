import type { AssignmentInput } from '../../../shared/authorities/tgss/prosa/assignment.ts';
import { worker } from './jacada.ts';
import { button, form, inputs, link, message, plain, radio, select, xml } from './prosa.ts';

/** The pages of single Prosa applications. */

// --- The record of a worker

/** The form that asks for a worker of an account. */
export const searchForm = () =>
  plain(
    form(
      `${select('tipo', '', '1', '2', '3', '4', '5', '6')}${inputs('NA5NumSegSocialCompleto', 'IP9NumDoc', 'CC1EmpresaAut')}
<input type="hidden" id="PR_CAMPO_ORIGEN" name="PR_CAMPO_ORIGEN" value=""/>${button('ENVIO_10', 'Consultar')}`,
      'FORMULARIO_6',
    ),
  );

const BLOCKS = `<trabajador><NA5NumSegSocialCompleto>280000000196</NA5NumSegSocialCompleto><ipfPsaf><IP2tipo>1</IP2tipo><IP3numero/></ipfPsaf><NOMBRE_COMPLETO>PEÑA GIL, ANA</NOMBRE_COMPLETO></trabajador>
<cuentaCotizacion><CC1EmpresaAut>011128000000097</CC1EmpresaAut></cuentaCotizacion>
<contrato><tipoContrato><codigo>100</codigo><desCorta/><desLarga/></tipoContrato><nafSustituido/></contrato>
<categoriaProfesional><fechaCambioCategoriaProfesional/><categoriaProfesional/></categoriaProfesional>
<claveSituacionPeriodo><claveSituacion><codigo>01</codigo></claveSituacion></claveSituacionPeriodo>
<grupoCotizacion><fechaCambioGrupo>03/11/2025</fechaCambioGrupo><grupoCotizacion><codigo>03</codigo><desCorta>JEFES</desCorta></grupoCotizacion></grupoCotizacion>
<ocupacion/>`;

/** The record of a worker as an XML page. */
export const recordData = () => xml(BLOCKS);
/** The record of a worker as an HTML page, with fields to change it. */
export const recordForm = (...fields: string[]) =>
  plain(
    form(
      `${inputs(...fields)}${select('tipoImpresion', '', 'Diferido', 'OnLine')}${button('ENVIO_7', 'Continuar')}`,
    ),
  );

/** Input for a change of the contribution group. */
export const groupChange = { ...worker, fecha_real: '2026-03-09', grupo_cotizacion: '04' };
// --- Assignments

/** Input for an assignment. */
export const cesion: AssignmentInput = {
  ...worker,
  option: 'add',
  cesion_regimen: '0111',
  cesion_ccc: '08000000097',
  cesion_tipo: '02',
  startDate: '2026-03-09',
  endDate: '2026-04-01',
};
export const cesionForm = () =>
  plain(
    form(
      `${select('OPCION', 'A', 'M', 'B')}${select('tipo', '1', '2', '6')}
${inputs('NA5NumSegSocialCompleto', 'IP9NumDoc', 'CC1EmpresaAut', 'CesEmpresa', 'CesTipo', 'fechaInicio', 'fechaFin')}
${button('ENVIO_3', 'Continuar')}`,
    ),
  );

// --- Identities

/** The form that asks for the number of a document. @param boxes such as a checkbox for a missing second surname */
export const documentForm = (boxes = '') =>
  plain(
    form(
      `${select('tipo', '1', '2', '6')}${inputs('ipf6NumeroDocumento', 'primerApellido', 'segundoApellido')}${boxes}${button('ENVIO_2', 'Continuar')}`,
    ),
  );
/** The form that asks for the document of a number, and shows it in further cells. */
export const numberForm = (cells = '') =>
  plain(
    form(
      `<table><tr><td>${inputs('NA1NumSegSocialSinDC1')}</td>${cells}</tr><tr><td>${inputs('NA1NumSegSocialSinDC2')}</td></tr></table>${button('ENVIO_3', 'Consultar')}`,
    ),
  );

// --- Assigned accounts

const list = (id: string, name: string, ...values: string[]) =>
  `<select id="${id}" name="${name}">${values.map((value) => `<option>${value}</option>`).join('')}</select>`;
/** The form for whose accounts are listed, and in which order. */
export const criteria = () =>
  plain(
    form(
      `${radio('autorizado_1', 'deQuien', 'x')}${radio('autorizado_2', 'deQuien', 'y')}${list('seleccion_2', 'cual', 'T', 'A')}${list('seleccion_3', 'como', 'D', 'O')}${button('CRITERIOS', 'BUSCAR')}${button('INFORME', 'INFORMAR')}`,
    ),
  );
/** An account in the list. */
export const accountRow = (account: string, name = 'EMPRESA SL', type = '01') =>
  `<asignadosCCC><cccFormateado>${account}</cccFormateado><razSoc>${name}</razSoc><tbaTipoCcc><codigoStr>${type}</codigoStr></tbaTipoCcc></asignadosCCC>`;
/** A page of the list. @param goesOn whether another page follows */
export const accountRows = (goesOn: boolean, ...rows: string[]) =>
  xml(`<lista>${rows.join('')}</lista><pagSiguiente>${goesOn}</pagSiguiente>`);

// --- Settlements

export const ACCEPT = '<input type="submit" id="SPM.ACC.ACEPTAR" name="SPM.ACC.ACEPTAR" value="Aceptar"/>';
/** The choice between two authorised users. */
export const users = () =>
  plain(
    form(
      `${radio('autorizado12345', 'NUM_AUTORIZADO', '12345')}<label for="autorizado12345">12345 - ASESORÍA UNO</label>
${radio('autorizado678', 'NUM_AUTORIZADO', '678')}<label for="autorizado678">678 - ASESORIA DOS</label>${ACCEPT}`,
      'formAutorizados',
    ),
  );
/** The form that asks for a settlement. */
export const settlementForm = () =>
  plain(
    form(
      `${inputs('CCC', 'REGIMEN', 'MES_DESDE', 'ANNIO_DESDE', 'MES_HASTA', 'ANNIO_HASTA', 'MES_CONTROL', 'ANNIO_CONTROL')}${select('TIPO_LIQUIDACION', 'L00', 'L03')}${radio('idOrigenE', 'ORIGEN_LIQUIDACION', 'E')}${radio('idOrigenT', 'ORIGEN_LIQUIDACION', 'T')}${ACCEPT}`,
      'formDatos',
    ),
  );
/** A list of settlements, given by their labels. */
export const settlementList = (...labels: string[]) =>
  plain(
    form(
      `${labels.map((label, index) => `${radio(`liquidacion${index}`, 'LIQUIDACION', `${index}`)}<label for="liquidacion${index}">${label}</label>`).join('\n')}
<input type="submit" id="SPM.ACC.CONTINUAR" name="SPM.ACC.CONTINUAR" value="Continuar"/>`,
      'formListado',
    ),
  );
/** A list of one settlement. */
export const oneSettlement = () => settlementList('99000001 L03 01/2026 - 03/2026');

/** Input for a settlement. */
export const settlement = {
  regimen: '0111',
  ccc: worker.ccc,
  type: 'L03',
  from: '2026-01',
  to: '2026-03',
  control: '2026-04',
};

/** The page with the link to the receipt. */
export const receiptPage = () => plain(link().replaceAll('prevdocumentoseinformes', 'div'));

// --- The FIE

/** The form that asks for a FIE. */
export const fieForm = () =>
  plain(
    form(
      `${radio('OPCIONES_BUSQUEDA_3', 'OPCIONES_BUSQUEDA', '0')}${radio('OPCIONES_BUSQUEDA_4', 'OPCIONES_BUSQUEDA', '0')}${radio('OPCIONES_BUSQUEDA_5', 'OPCIONES_BUSQUEDA', '1')}${radio('OPCIONES_BUSQUEDA_6', 'OPCIONES_BUSQUEDA', '2')}
<input id="REG" name="regimen" value=""/><input id="PROV" name="provincia" value=""/><input id="NUM" name="cccnum" value=""/>
${inputs('NAF', 'fechaIniEmpresa', 'fechaFinEmpresa')}${button('ENVIO_10', 'BUSCAR')}${button('ENVIO_5', 'Accion_Buscar')}`,
    ),
  );
export const fieFound = () => xml('<TOTAL_REGISTROS>1</TOTAL_REGISTROS>');
export const fieMade = () => xml(message('INFO', '0350 - INFORME GENERADO CORRECTAMENTE'));
/** Input for a range of dates. */
export const range = { from: '2026-03-01', to: '2026-03-28' };
