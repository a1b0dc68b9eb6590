import type { Document } from '../../../kernel/document.ts';
import { slashedDate } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, type Script } from '../../exchange.ts';
import type { Page } from '../../html/page.ts';
import { pdfDocument } from '../../pdf.ts';
import { type CertificateDetail, readCertificate } from './certificate-detail.ts';
import {
  type CertificateRow,
  chooseCertificate,
  listCertificates,
  printCertificate,
  searchCertificates,
  suspensionOf,
} from './pages.ts';

/**
 * Identifies a worker's certificate by the date of the suspension and, if several have it, by contribution account.
 */
export interface CertificateQuery {
  dni: string;
  /** `YYYY-MM-DD`. */
  startDate: string;
  /** 11 digits. */
  ccc?: string | undefined;
}

/** A certificate, and data from the list of the worker's certificates. */
export interface FoundCertificate {
  detail: CertificateDetail;
  /** Dates of all suspensions, `YYYY-MM-DD`; set if there are several certificates. */
  suspensions?: string[];
}

/** A worker's certificates: the newest in detail, and the list if there are several. */
export interface CertificateList {
  newest: CertificateDetail;
  rows?: Omit<CertificateRow, 'choice'>[];
}

const NOTE = 'aonsolutions/aon-application: log-in, search, list, buttons.';

const TABLE = 'its table of contributions. Settled by that page.';

const QUERIES_ONLY = 'Nothing: certificates are filed in another application.';

/** The certificates of a worker. */
export const certificateList: Exchange<'reading', { dni: string }, CertificateList> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Certific@2 list',
  standing: {
    state: 'assumed',
    note: `${NOTE} Assumed: the list's columns but the suspension's; labels on its pages, ${TABLE}`,
    ifWrong: QUERIES_ONLY,
  },
  *script({ dni }): Script<CertificateList> {
    const first = yield* searchCertificates(dni);
    const list = yield* listCertificates(first);
    return {
      newest: readCertificate(first),
      ...(list && { rows: list.rows.map(({ choice, ...row }) => row) }),
    };
  },
};

/** The data of a certificate. */
export const certificateDetail: Exchange<'reading', CertificateQuery, FoundCertificate> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Certific@2 detail',
  standing: {
    state: 'assumed',
    note: `${NOTE} Assumed: labels on a certificate's page, ${TABLE}`,
    ifWrong: QUERIES_ONLY,
  },
  *script(query): Script<FoundCertificate> {
    const { page, ...found } = yield* findCertificate(query);
    return found;
  },
};

/** A certificate as a PDF, with its data. */
export const certificatePdf: Exchange<
  'reading',
  CertificateQuery,
  FoundCertificate & { document: Document }
> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Certific@2 PDF',
  standing: { state: 'confirmed', note: NOTE, ifWrong: QUERIES_ONLY },
  *script(query): Script<FoundCertificate & { document: Document }> {
    const { page, ...found } = yield* findCertificate(query);
    return { ...found, document: pdfDocument('certificado-empresa', yield* printCertificate(page)) };
  },
};

function* findCertificate({
  dni,
  startDate,
  ccc,
}: CertificateQuery): Script<FoundCertificate & { page: Page }> {
  const first = yield* searchCertificates(dni);
  const list = yield* listCertificates(first);
  const candidates = list ? list.rows.filter((row) => suspensionOf(row) === startDate) : [undefined];
  let isOfAnother = false;
  for (const row of candidates) {
    const page = list && row ? yield* chooseCertificate(list.page, row) : first;
    const detail = readCertificate(page);
    // The date of a row was compared already. The page of the only certificate may not show its date.
    if (!row && (detail.employee.suspension_start_date ?? startDate) !== startDate) continue;
    isOfAnother = ccc !== undefined && (detail.enterprise.ccc ?? ccc.slice(0, 9)) !== ccc.slice(0, 9);
    if (isOfAnother) continue;
    const suspensions = list?.rows.map(suspensionOf).filter((date) => date !== undefined);
    return { page, detail, ...(suspensions && { suspensions }) };
  }
  throw isOfAnother
    ? new NothingFound('El certificado de empresa de esa fecha es de otra cuenta de cotización.', 'ccc')
    : new NothingFound(
        `El SEPE no muestra ningún certificado de empresa con fecha de suspensión ${slashedDate(startDate)}.`,
        'startDate',
      );
}
