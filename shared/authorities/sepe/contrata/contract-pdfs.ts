import type { Document } from '../../../kernel/document.ts';
import { type Exchange, type Script, Unreadable } from '../../exchange.ts';
import { hasButton, hasControl } from '../../html/form.ts';
import type { Page } from '../../html/page.ts';
import { pdfDocument } from '../../pdf.ts';
import type { Footprint } from '../identifiers.ts';
import { formOf } from '../web.ts';
import { QUERY_LINKS, QUERY_MENU } from './contract-data.ts';
import {
  ACCEPT,
  type ContractQuery,
  findContract,
  follow,
  footprintFields,
  open,
  send,
  sendForDocument,
  shownOn,
} from './pages.ts';
import { findTransformation } from './transformations.ts';

/** Duplicates: SEPE's PDFs of filings. */

const CONFIRMED = {
  state: 'confirmed',
  note: 'Clients in use: links, fields, buttons.',
  ifWrong:
    'Nothing: the menu of queries only searches. The button to print makes a document there, ' +
    'also where it is called "enviar".',
} as const;

/** @param page leads to the page that has the button to print it */
const duplicate = <In>(
  what: string,
  name: string,
  page: (query: In) => Script<Page>,
): Exchange<'reading', In, Document> => ({
  kind: 'reading',
  authority: 'sepe',
  name: `Contrat@ ${what} PDF`,
  standing: CONFIRMED,
  *script(query) {
    return pdfDocument(name, yield* print(yield* page(query)));
  },
});

/** The PDF of a contract. */
export const contractPdf = duplicate('contract', 'contrato', function* (query: ContractQuery) {
  const menu = yield* open('queries', QUERY_MENU);
  return yield* findContract(menu, QUERY_LINKS, query);
});

/** The PDF of the basic copy of a contract. */
export const basicCopyPdf = duplicate('basic copy', 'copia-basica', function* (query: ContractQuery) {
  const menu = yield* open(
    'queries',
    '/ccomunicacto/servlet/ServletConsultaImpresionCB?pagina=entrada',
    '/ccomunicacto/servlet/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB',
  );
  const links = {
    byFootprint:
      '/ccomunicacto/servlet/ServletConsultaImpresionCB?pagina=idcomunicacion&origen=consultaImpresionCB',
    byWorker:
      '/ccomunicacto/servlet/ServletConsultaImpresionCB?pagina=idtrabajador&origen=consultaImpresionCB',
  };
  return yield* findContract(menu, links, query);
});

/** The PDF of the transformation of a contract. */
export const transformationPdf = duplicate('transformation', 'transformacion', findTransformation);

/** Identifies an extension by the footprint of its contract and its number, two digits. */
export interface ExtensionQuery {
  footprint: Footprint;
  number: string;
}

/** The PDF of the extension of a contract. */
export const extensionPdf = duplicate(
  'extension',
  'prorroga',
  function* ({ footprint, number }: ExtensionQuery) {
    const form = yield* follow(
      yield* open('queries'),
      '/ccomunicacto/servlet/ServletConsultaProrrogas?pagina=entrada',
    );
    const { idcomunicacion4, ...fields } = footprintFields(form, footprint, {
      suffix: number,
      together: ['idcontrato'],
    });
    const page = yield* send(form, {
      picks: { tipoacceso: '1' },
      // Not all versions of the form have a place of its own for the number.
      changes: {
        ...fields,
        ...(hasControl(formOf(form, 'datos'), 'idcomunicacion4') && { idcomunicacion4 }),
      },
      button: ACCEPT,
    });
    const shown = /-(\d{2})$/.exec(shownOn(page)('prorroga'))?.[1];
    if (shown !== undefined && shown !== number) throw new Unreadable('the page of another extension');
    return page;
  },
);

/** The names of the button; it was renamed on some pages. */
const PRINT_BUTTONS = [{ name: 'Boton_imprimir' }, { name: 'enviar' }];

function* print(page: Page): Script<Uint8Array> {
  const button = PRINT_BUTTONS.find((candidate) => hasButton(formOf(page, 'datos'), candidate));
  if (!button) throw new Unreadable('page without a button to print');
  const { document } = yield* sendForDocument(page, { button });
  if (!document) throw new Unreadable('a page instead of a document');
  return document;
}
