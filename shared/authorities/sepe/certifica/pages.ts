import { AccessDenied, refusalIn, type Script, Unreadable } from '../../exchange.ts';
import { type Form, findForm, hasButton } from '../../html/form.ts';
import { collapse, maintenanceWords, outOfServiceIn, type Page } from '../../html/page.ts';
import { isoDate } from '../identifiers.ts';
import { formStep, goTo, linesOf, linkStep, sendAndFollow } from '../web.ts';

/**
 * The web application Certific@2, where company certificates are looked up. It is entered through the State's common
 * log-in (Cl@ve) with the certificate of the connection.
 */

const LOG_IN =
  '/GetAccess/Saml/SSO/Init?GAURI=https%3A%2F%2Fsede.sepe.gob.es%2FDCertificadosWeb%2FActionNavegacion.do%3FaccesoGA%3Dempresas%26accion%3Dnavegacion' +
  '&GA_SAML_AC_COMPARISON=minimum&GA_SAML_IS_PASSIVE=false&GA_SAML_AC_CLASS_REF=http%3A%2F%2Feidas.europa.eu%2FLoA%2Flow' +
  '&GA_SAML_PROVIDER=Q2819009H_E00142804&GA_SAML_IDP=https%3A%2F%2Fpasarela.clave.gob.es%2FProxy2';

const QUERIES = 'https://sede.sepe.gob.es/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';

/** More pages than the log-in needs. */
const MAX_LOG_IN_PAGES = 10;

/** Searches the certificates of a worker. Returns the page of the only or newest one, which leads to the others. */
export function* searchCertificates(nif: string): Script<Page> {
  const landing = yield* logIn();
  const form = yield* goTo(linkStep(landing, QUERIES), checkPage);
  return yield* press(form, 'btBuscar', { nif });
}

/** Logs in with the certificate. The pages in between have forms that their scripts send; they are sent here. */
function* logIn(): Script<Page> {
  const logIn = 'Certific@2';
  let page = yield* goTo({ method: 'GET', path: LOG_IN, logIn }, checkPage);
  for (let pages = 0; pages < MAX_LOG_IN_PAGES; pages++) {
    if (page.$('a[href]').filter((_, link) => page.$(link).attr('href') === QUERIES).length > 0) return page;
    const choice = findForm(page, 'idpRedirect');
    const form = choice ?? samlForm(page);
    if (!form) throw new Unreadable('log-in page without a known form');
    const step = formStep(form, choice ? { changes: { SelectedIdP: 'AFIRMA' } } : {});
    page = yield* goTo({ ...step, logIn }, checkPage);
  }
  throw new Unreadable('the log-in does not end');
}

/** The form that the script of a log-in page sends. */
const samlForm = (page: Page): Form | undefined => {
  const field = page.$('input[name=SAMLRequest], input[name=SAMLResponse]').first();
  const form = field.closest('form');
  if (form.length === 0) return undefined;
  // Forms are found by name, so a form without a name gets one.
  const name = form.attr('name') ?? form.attr('id') ?? 'samlForm';
  form.attr('name', name);
  return findForm(page, name);
};

/** A certificate in the list, which the application shows if there are several. */
export interface CertificateRow {
  /** Value of the radio button that chooses it. */
  choice: string;
  fecha_entrada: string;
  fecha_recepcion: string;
  fecha_reconocimiento: string;
  cif: string;
  codigo: string;
  fecha_susp: string;
  anexado: string;
  origen: string;
}

/** The list of a worker's certificates and its rows; `undefined` if there is only one certificate. */
export function* listCertificates(first: Page): Script<{ page: Page; rows: CertificateRow[] } | undefined> {
  if (!hasButton(contentForm(first), { name: 'btMasCert' })) return undefined;
  const page = yield* press(first, 'btMasCert');
  const { $ } = page;
  const rows = $('#contenido > form table tr')
    .toArray()
    .map((row) => $(row).children('td'))
    .filter((cells) => cells.length > SUSPENSION_CELL)
    .map((cells): CertificateRow => {
      const text = (index: number) => collapse(cells.eq(index).text());
      return {
        choice: cells.eq(0).find('input[name=certSeleccionado]').attr('value') ?? '',
        fecha_entrada: text(1),
        fecha_recepcion: text(2),
        fecha_reconocimiento: text(3),
        cif: text(4),
        codigo: text(5),
        fecha_susp: text(SUSPENSION_CELL),
        anexado: text(7),
        origen: text(8),
      };
    })
    .filter(({ choice }) => choice !== '');
  if (rows.length === 0) throw new Unreadable('list of certificates without rows');
  return { page, rows };
}

/** Cell of a row with the date of the suspension. */
const SUSPENSION_CELL = 6;

/** The page of a certificate in the list. */
export function* chooseCertificate(list: Page, { choice }: CertificateRow): Script<Page> {
  return yield* goTo(
    formStep(contentForm(list), { picks: { certSeleccionado: choice }, button: { name: 'btAceptar' } }),
    checkPage,
  );
}

/** The certificate of a page as a PDF: its first document, or a document that the application makes. */
export function* printCertificate(page: Page): Script<Uint8Array> {
  const form = contentForm(page);
  const first = form.controls.some(({ name, value }) => name === 'documentoSeleccionado' && value === '0');
  const filling = first
    ? { picks: { documentoSeleccionado: '0' }, button: { name: 'btMostrar' } }
    : { button: { name: 'btGenerarPDF' } };
  const { document } = yield* sendAndFollow(formStep(form, filling), checkPage);
  if (!document) throw new Unreadable('a page instead of a document');
  return document;
}

/** The date of a row, `YYYY-MM-DD`, on which the employment was suspended or ended. */
export const suspensionOf = ({ fecha_susp }: CertificateRow): string | undefined => isoDate(fecha_susp);

function* press(page: Page, button: string, changes: Record<string, string> = {}): Script<Page> {
  return yield* goTo(formStep(contentForm(page), { changes, button: { name: button } }), checkPage);
}

/** The form in the content of the page; the page has other forms around it. @throws Unreadable */
const contentForm = (page: Page): Form => {
  const form = page.$('#contenido > form').first();
  form.attr('name', 'contenido');
  const found = form.length > 0 ? findForm(page, 'contenido') : undefined;
  if (!found) throw new Unreadable('page without its form');
  return found;
};

const checkPage = (page: Page): void => {
  const { $ } = page;
  const notices = $('#contenido > form > p.formAviso, #contenido .msj_advertencia > p').filter(
    (_, element) => collapse($(element).text()) !== '',
  );
  if (notices.length > 0) {
    const lines = notices.toArray().flatMap((element) => linesOf(page, element));
    throw outOfServiceIn(lines.join('\n'), { maintenance: MAINTENANCE }) ?? refusalIn(lines);
  }
  if (/please contact your system/i.test($('#content .alert').text())) {
    throw new AccessDenied(['Certificado revocado o no válido.']);
  }
};

const MAINTENANCE = maintenanceWords('DEX0211|deshabilitado temporalmente');
