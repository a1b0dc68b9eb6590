import type { Context } from './context.ts';
import { hidden } from './elements.ts';
import { DIL } from './messages.ts';
import type { Page } from './page.ts';
import type { Report, ReportReference } from './report-store.ts';

/** Browsers fetch the document with this script, in a new window. Written without angle brackets. */
const FETCH_SCRIPT = [
  '<script>',
  'window.onload = function () {',
  '  var value = function (id) { return document.getElementById(id).value; };',
  "  var form = document.forms['InvocaFormularioImpRED'];",
  '  var fill = function (name, text) { form.elements[name].value = text; };',
  "  fill('param', value('SDFFICHERO'));",
  "  fill('trans', value('SDFINFORMEA601') + value('SDFINFORMEA602')",
  "    + value('SDFINFORMEA603') + value('SDFINFORMEA604'));",
  "  fill('aplicacion', value('SDFAPLICACION'));",
  "  fill('usuario', value('SDFUSUARIO'));",
  "  fill('idioma', value('SDFIDIOMA'));",
  "  fill('fecha', value('SDFFECHA') + ' ' + value('SDFHORA'));",
  "  fill('tipo', value('SDFTIPO'));",
  '  form.submit();',
  '};',
  '</script>',
];

const FETCH_FORM = [
  '<form name="InvocaFormularioImpRED" method="post" action="/ImprPDF/InSeNaCoder" target="_blank">',
  ...['param', 'trans', 'aplicacion', 'usuario', 'idioma', 'fecha', 'tipo'].map((name) => hidden(name, '')),
  '</form>',
];

const referenceFields = (reference: ReportReference): [string, string][] => [
  ['SDFFICHERO', reference.fichero],
  ...reference.informe.map((piece, index): [string, string] => [`SDFINFORMEA60${index + 1}`, piece]),
  ['SDFAPLICACION', reference.aplicacion],
  ['SDFUSUARIO', reference.usuario],
  ['SDFIDIOMA', reference.idioma],
  ['SDFFECHA', reference.fecha],
  ['SDFHORA', reference.hora],
  ['SDFTIPO', reference.tipo],
];

/** The page with the reference of a report. A post to it leads to `back`. */
export const reportPage = (context: Context, report: Report, back: Page): Page =>
  referencePage(context.storeReport(report), back);

const referencePage = (reference: ReportReference, back: Page): Page => ({
  applname: 'SGIRED',
  formname: 'EIOMINTE',
  // Empty, because some clients take any text for an error.
  dil: DIL.none,
  body: () => referenceFields(reference).map(([id, value]) => hidden(`txt_${id}`, value, id)),
  after: [...FETCH_FORM, ...FETCH_SCRIPT],
  answer: () => back,
});
