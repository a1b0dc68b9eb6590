import type { Document } from '../../../kernel/document.ts';
import { type Script, type Step, Unreadable } from '../../exchange.ts';
import { pdfDocument, pdfOf } from '../../pdf.ts';
import { throwIfErrors } from './message.ts';
import { linkStep, type ProsaPage, readProsa, sessionPath } from './page.ts';

/** Documents of the Prosa applications: a page links to them; for one of data only, programs in use write the link. */

const LINKS =
  '[id="prevdocumentoseinformes"] a, [id="CONTENEDOR_prevdocumentoseinformes"] a, a[data-pc_tipo="documento"]';

/** The request for the document of the page; `undefined` if there is none, or no address of one. */
export const documentStep = (
  page: ProsaPage,
  view: 'DOCUMENTO' | 'INFORME' = 'DOCUMENTO',
): Step | undefined => {
  if (!page.isXml) return linkStep(page, page.$(LINKS).first().attr('href'));
  const path = sessionPath(page, 'ViewDocUtf8');
  return path === undefined ? undefined : { method: 'GET', path: `${path}?SECUENCIAL=1&TYPEVIEW=${view}` };
};

/** The PDF of the page; `undefined` if there is no link, or no PDF comes. */
export function* documentOn(page: ProsaPage, name: string): Script<Document | undefined> {
  const step = documentStep(page);
  const pdf = step && pdfOf(yield { ...step, optional: true });
  return pdf && pdfDocument(name, pdf);
}

/** The PDF of the page. @throws Unreadable if there is none */
export function* fetchPdf(page: ProsaPage, name: string): Script<Document> {
  const step = documentStep(page);
  if (!step) throw new Unreadable('page without document');
  const answer = yield step;
  const pdf = pdfOf(answer);
  if (pdf) return pdfDocument(name, pdf);
  throwIfErrors(readProsa(answer, step.path));
  throw new Unreadable('no document');
}
