import { byPath, type Portal, pdf, type Replies } from './portal.ts';
import { inputs, labels, links, submit } from './sepe-web.ts';

/** SEPE's web application Certific@2: its pages, and portals for workers with one certificate and with several. */

/** The address of the queries. */
export const QUERIES = 'https://sede.sepe.gob.es/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';

/** A page of the application. */
export const content = (inner: string) =>
  `<html><form name="idioma"></form><div id="contenido">${inner}</div></html>`;
const contentForm = (inner: string, action: string) => content(`<form action="${action}">${inner}</form>`);

/** A certificate. */
export const certificate = (suspended = '30/11/2026', ccc = '28 0000000') =>
  labels('Datos generales', {
    'Fecha de entrada': '02/12/2026',
    Origen: 'XML',
    'Número de expediente': '',
    'Fecha de reconocimiento': '--',
  }) +
  labels('Datos del representante', { Nombre: 'LUIS', 'NIF/NIE': '87654321X' }) +
  labels('Datos de la empresa', {
    'CIF/NIF': 'B12345674',
    Régimen: '0111 RÉGIMEN GENERAL',
    'Cuenta de cotización': ccc,
    'Razón social': 'EJEMPLO SL',
    'Actividad económica': '6201 PROGRAMACIÓN',
  }) +
  labels('Datos del trabajador', {
    Nombre: 'ANA',
    'Primer apellido': 'GARCIA',
    'Segundo apellido': '-',
    'NIF/NIE': '12345678Z',
    'Número de la Seguridad Social': '280000000097',
    'Grupo de cotización': '03 JEFES',
    'Duración del contrato': '3 MESES',
    Profesión: '4309 ADMINISTRATIVOS',
    'Porcentaje de dedicación': '50,5 %',
  }) +
  labels('Suspensión o extinción', {
    Causa: '15 FIN DE CONTRATO',
    'Fecha de inicio': suspended,
    'Días de salarios de tramitación': '0',
  }) +
  '<table class="tablaCotizaciones"><tr><th id="anyo">Año</th></tr><tr><td headers="anyo">2026</td><td headers="mes">11</td>' +
  '<td headers="dc">30</td><td headers="bccc">&nbsp;1.200,50</td><td headers="bcd">1.200,00</td><td headers="observaciones">&nbsp;</td></tr></table>' +
  labels('Vacaciones', { Días: '' }) +
  labels('Totales', {
    Días: '30',
    'Base de contingencias comunes': '1.200,50',
    'Base de desempleo': '1.200,00',
  });

/** The documents attached to a certificate. */
export const attachments =
  '<table><tr><td><input type="radio" name="documentoSeleccionado" value="0"></td><td>Certificado</td><td>02/12/2026</td><td>Empresa</td></tr></table>';

/** The portal for a worker with one certificate: log-in, query, certificate and document. */
export const certificates = (replies: Replies = {}): Portal =>
  byPath({
    '/GetAccess/Saml/SSO/Init':
      '<form name="idpRedirect" action="/Proxy2/elegir"><input type="hidden" name="SelectedIdP"></form>',
    '/Proxy2/elegir': ({ fields }) =>
      fields.SelectedIdP === 'AFIRMA'
        ? '<form action="https://sede.sepe.gob.es/DCertificadosWeb/entrar"><input type="hidden" name="SAMLResponse" value="s"></form>'
        : '',
    '/DCertificadosWeb/entrar': ({ fields }) => (fields.SAMLResponse === 's' ? links(QUERIES) : ''),
    '/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do': contentForm(
      inputs('nif') + submit('btBuscar'),
      '/b',
    ),
    '/b': contentForm(certificate() + submit('btGenerarPDF'), '/pdf'),
    '/pdf': pdf,
    ...replies,
  });

const row = (choice: number, suspended: string) =>
  `<tr><td><input type="radio" name="certSeleccionado" value="${choice}"></td><td>02/12/2026</td><td>03/12/2026</td><td></td>` +
  `<td>B12345674</td><td>C${choice}</td><td>${suspended}</td><td>NO</td><td>XML</td></tr>`;

/** The portal for a worker with several certificates. */
export const several = (replies: Replies = {}): Portal =>
  certificates({
    '/b': ({ fields }) =>
      fields.btMasCert
        ? contentForm(
            `<table><tr><th>x</th></tr>${row(0, '30/11/2026')}${row(1, '31/01/2025')}${row(2, '31/01/2025')}</table>${submit('btAceptar')}`,
            '/elegir',
          )
        : contentForm(certificate() + submit('btGenerarPDF') + submit('btMasCert'), '/b'),
    '/elegir': ({ fields }) =>
      contentForm(
        certificate('31/01/2025', fields.certSeleccionado === '1' ? '08 1111111' : '28 0000000') +
          attachments +
          submit('btMostrar'),
        '/pdf',
      ),
    ...replies,
  });
