/** HTML pages. Comments name the parts that clients read; the rest is invented. */

import type { IsoDate } from '../calendar.ts';
import { escapeHtml, htmlAnswer } from '../html.ts';
import type { Answer } from '../portal.ts';
import { fixed, hidden, input, radios } from './elements.ts';
import type { Procedure, Taxpayer } from './procedure.ts';

/**
 * A page of the portal.
 * @param main content of `main`
 * @param rest markup after it
 */
export const page = (title: string, main: string[], rest: string[] = []): Answer =>
  htmlAnswer(
    [
      '<!DOCTYPE html>',
      "<html lang='es'>",
      "<head><meta http-equiv='Content-Type' content='text/html; charset=ISO-8859-1'>",
      `<title>${escapeHtml(title)} - Entorno de pruebas</title></head>`,
      '<body>',
      '<main>',
      ...main,
      '</main>',
      ...rest,
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  );

/** A page with a message. Clients show users the whole of `main`, so it has nothing else. */
export const notice = (text: string): Answer => page('Agencia Tributaria', [`<p>${escapeHtml(text)}</p>`]);

/** The page to request a certificate. Clients have copied the order in which a browser posts its controls. */
export const requestPage = (procedure: Procedure, token: string, today: IsoDate): Answer =>
  page(procedure.title, [
    `<h1>${escapeHtml(procedure.title)}</h1>`,
    `<form id='solicitud' method='post' accept-charset='ISO-8859-1' action='${procedure.path}'>`,
    ...radios(
      'fTipoRepresentacion',
      [
        ['1', 'En nombre propio'],
        ['2', 'En representación de terceros'],
      ],
      '1',
    ),
    input('fNifT', 'NIF del representado', 9),
    input('fNombreT', 'Apellidos y nombre o razón social del representado', 125),
    ...procedure.controls(today),
    hidden('fAccion', '2'),
    hidden('fIslw', token),
    "<input type='submit' id='validarSolicitud' name='validarSolicitud' value='Validar solicitud'>",
    '</form>',
  ]);

/** Address of the window in which a person signs with a browser. The portal's own address is not known. */
export const SIGNATURE_PATH = '/wlpl/EMCE-JDIT/FirmaBasica';

/** A string of a script. Characters that could end the string or the script are escaped. */
export const scriptString = (text: string) =>
  JSON.stringify(text).replace(
    /[<>&\u0100-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The page to sign a request. Clients read the two values of the first script, fill in the last three fields of the
 * form with them, and post all fields of the form unchanged.
 */
export const confirmationPage = (
  procedure: Procedure,
  signer: Taxpayer,
  fields: [name: string, value: string][],
): Answer =>
  page(
    procedure.title,
    [
      `<h1>${escapeHtml(procedure.title)}</h1>`,
      `<form id='Form' method='post' accept-charset='ISO-8859-1' action='${procedure.path}'>`,
      ...fields.map(([name, value]) =>
        name === 'fNombreSolicitante' ? fixed(name, 'Solicitante', value) : hidden(name, value),
      ),
      ...['FIRNIF', 'FIRNOMBRE', 'FIR'].map((name) => hidden(name, '')),
      "<input class='AEAT_boton' type='button' id='FirmayEnvia_1' name='FirmayEnvia_1' value='Firmar Enviar'>",
      '</form>',
    ],
    [
      `<script>var _fbNombre=${scriptString(signer.name)}; var _fbNif=${scriptString(signer.nif)};</script>`,
      '<script>',
      'function firmar() {',
      "  var form = document.getElementById('Form');",
      '  form.elements.FIRNIF.value = _fbNif;',
      '  form.elements.FIRNOMBRE.value = _fbNombre;',
      "  form.elements.FIR.value = 'FirmaBasica';",
      '  form.submit();',
      '}',
      "document.getElementById('FirmayEnvia_1').onclick = function () {",
      `  window.open('${SIGNATURE_PATH}', 'firma', 'width=600,height=400');`,
      '};',
      '</script>',
    ],
  );

/** The window to sign: a checkbox to agree, and a button that makes the page which opened the window post its form. */
export const signaturePage = (): Answer =>
  page(
    'Firma',
    [
      "<input type='checkbox' id='Conforme' name='Conforme' value='S'> <label for='Conforme'>Conforme</label>",
      "<input type='button' id='Firmar' name='Firmar' value='Firmar y Enviar'>",
    ],
    [
      '<script>',
      "document.getElementById('Firmar').onclick = function () {",
      "  if (!document.getElementById('Conforme').checked) { return; }",
      '  window.opener.firmar();',
      '  window.close();',
      '};',
      '</script>',
    ],
  );

export const DOCUMENT_PATH = '/wlpl/KATA-APLI/cotejo/CotejoDocIdSv';
export const VIEWER_PATH = '/wlpl/KATA-APLI/cotejo/CotejoIdSv';

/** The certificate is ready. Its code is the only one on the page. */
export const receiptPage = (csv: string): Answer =>
  page('Solicitud tramitada', [
    '<p>La solicitud ha sido tramitada y el certificado está a su disposición.</p>',
    "<input type='button' id='descarga' value='Descargar documento' " +
      `onclick="window.open('${DOCUMENT_PATH}?CSV=${csv}')">`,
  ]);

/** The certificate will be ready later. The page has no code: clients would take it for the certificate's. */
export const waitingPage = (): Answer =>
  notice('La solicitud ha sido recibida. Podrá recoger el certificado cuando haya sido emitido.');

/** The page from which a person with a browser opens the document. */
export const viewerPage = (csv: string): Answer =>
  page('Cotejo de documentos', [`<a href='${DOCUMENT_PATH}?CSV=${csv}'>Ver documento</a>`]);
