/** Sign-in through the identification gateway: choose the certificate, and return. */

import { Form } from '../../form.ts';
import type { Call } from '../../portal.ts';
import { page } from './page.ts';

export const LANDING = '/DCertificadosWeb/ActionNavegacion.do';
const CHOICE = '/GetAccess/Saml/SSO/Proxy';
const SEDE = 'https://sede.sepe.gob.es';

/** Where the log-in begins. */
export const LOGIN_START = '/GetAccess/Saml/SSO/Init';

const QUERY = '/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';

/** The address of the form is relative to the page. */
const choose = page('Identificación', [
  `<form name="idpRedirect" method="post" action="${CHOICE.split('/').at(-1)}">`,
  '<input type="hidden" name="SelectedIdP" value="">',
  '</form>',
]);

/**
 * The form that returns to the application. Under the portal's own names, the log-in and the application have different
 * hosts, and the application's cookie must be for its own host.
 */
const redirectBack = ({ headers: { host } }: Call): string =>
  page('Identificación', [
    `<form name="samlResponse" method="post" action="${host?.endsWith('.sepe.gob.es') ? SEDE : ''}${LANDING}?accesoGA=empresas&amp;accion=navegacion">`,
    '<input type="hidden" name="SAMLResponse" value="ZW50b3JubyBkZSBwcnVlYmFz">',
    '<input type="hidden" name="RelayState" value="pruebas">',
    '<noscript><input type="submit" value="Continuar"></noscript>',
    '</form>',
    '<script type="text/javascript">document.forms[0].submit();</script>',
  ]);

const refused = page('Identificación', [
  '<div class="panel-body"><div class="alert">Request failed, please contact your system administrator.</div></div>',
]);

/** The real address of the query comes first: clients search for exactly this address. */
const landing = page('Certific@2', [
  '<ul>',
  `<li><a href="${SEDE}${QUERY}">Consulta de certificados</a></li>`,
  `<li><a href="${SEDE}/CertificadosRedTrabajaWEB/ActionMecanizacionEntradaEmpresa.do">Envío de un certificado</a></li>`,
  `<li><a href="${QUERY}">Consulta de certificados en este servidor</a></li>`,
  '</ul>',
]);

/** Pages by path. */
export const LOGIN: Record<string, (call: Call) => string> = {
  [LOGIN_START]: () => choose,
  [CHOICE]: (call) =>
    Form.parse(call.body, call.headers['content-type']).get('SelectedIdP') === 'AFIRMA'
      ? redirectBack(call)
      : refused,
  [LANDING]: () => landing,
};
