import { isSameDocument } from '../../../kernel/text.ts';
import { type Exchange, NothingFound, type Script } from '../../exchange.ts';
import type { Page } from '../../html/page.ts';
import { type Footprint, showFootprint, withoutKind } from '../identifiers.ts';
import { dateFields } from '../web.ts';
import {
  ACCEPT,
  checkFootprint,
  dateOf,
  follow,
  footprintFields,
  open,
  send,
  shownOn,
  workerFilling,
} from './pages.ts';

/**
 * Identifies a transformation: by the footprint of its contract, which must match the named worker and start, or by
 * worker and start of the contract.
 */
export type TransformationQuery =
  | { footprint: Footprint; of?: { dni: string; startDate: string } }
  | { dni: string; startDate: string };

/** The link to the search. */
const SEARCH = '/ccomunicacto/servlet/ServletConsultaTransformacion?pagina=entrada';

/** Opens the page of a transformation. */
export function* findTransformation(query: TransformationQuery): Script<Page> {
  const form = yield* follow(yield* open('queries'), SEARCH);
  if ('footprint' in query) {
    const page = yield* send(form, {
      picks: { tipoacceso: '1' },
      changes: footprintFields(form, query.footprint, { together: ['idcontrato'] }),
      button: ACCEPT,
    });
    checkFootprint(page, query.footprint);
    if (query.of) checkShown(page, query.of);
    return page;
  }
  const { picks, changes } = workerFilling(form, query.dni, 'tipodocumento');
  // The portal fills in the company from the certificate.
  return yield* send(form, {
    picks: { tipoacceso: '2', ...picks },
    changes: { ...changes, ...dateFields('fechaini', query.startDate) },
    button: ACCEPT,
  });
}

/** The page has the dates of the contract next to the date of the transformation. @throws NothingFound */
const checkShown = (page: Page, { dni, startDate }: { dni: string; startDate: string }): void => {
  const worker = withoutKind(shownOn(page)('nif/nie'));
  if (worker !== '' && !isSameDocument(worker, dni))
    throw new NothingFound('Es la huella del contrato de otro trabajador.', 'sepeId');
  const start = dateOf(page, 'fecha inicio');
  if (start !== undefined && start !== startDate)
    throw new NothingFound('El contrato de esa huella tiene otra fecha de inicio.', 'startDate');
};

/** A transformation as SEPE shows it. Dates are `YYYY-MM-DD`. */
export interface TransformationData {
  id: string | undefined;
  /** Type of the transformation, 3 digits. */
  code: string | undefined;
  startDate: string | undefined;
  notified: string | undefined;
}

/** The data of a transformation. */
export const transformationData: Exchange<'reading', TransformationQuery, TransformationData> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Contrat@ transformation data',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application: links, fields, labels of identifiers and dates. Assumed: "código de contrato", ' +
      'which no program reads. Settled by its page.',
    ifWrong: 'Nothing: the menu of queries only searches.',
  },
  *script(query): Script<TransformationData> {
    const page = yield* findTransformation(query);
    return {
      id: showFootprint(shownOn(page)('identificador de la transformación')),
      code: /^\d{3}\b/.exec(shownOn(page)('código de contrato'))?.[0],
      startDate: dateOf(page, 'fecha de inicio de la transformación'),
      notified: dateOf(page, 'fecha comunicación'),
    };
  },
};
