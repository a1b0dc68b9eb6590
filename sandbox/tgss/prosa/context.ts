import type { Environment } from '../../portal.ts';
import type { Scenario } from '../../scenario.ts';
import type { Holder } from '../../state.ts';
import { Context } from '../context.ts';
import type { Report, ReportStore } from '../report-store.ts';

/** A document that a page links to. */
export interface DocumentLink {
  text: string;
  href: string;
}

/** A document as the session keeps it. */
export interface StoredDocument {
  type: string;
  fileName: string;
  report: Report;
  /** Made once: a link gives the same bytes as often as it is followed. */
  bytes?: Promise<Uint8Array>;
}

/** A session's documents, numbered from 1 as they are offered. */
export interface SessionDocuments {
  session: string;
  documents: StoredDocument[];
}

/** A desk that hands its documents over by links. */
export class ProsaContext extends Context {
  readonly #sessionDocuments: SessionDocuments;

  constructor(
    environment: Environment,
    reports: ReportStore,
    holder: Holder,
    scenario: Scenario | undefined,
    sessionDocuments: SessionDocuments,
  ) {
    super(environment, reports, holder, scenario);
    this.#sessionDocuments = sessionDocuments;
  }

  /** Keeps a document in the session. */
  linkDocument(
    text: string,
    report: Report,
    view: 'DOCUMENTO' | 'INFORME' = 'DOCUMENTO',
    { type = 'application/pdf', fileName = 'documento.pdf' } = {},
  ): DocumentLink {
    const { documents, session } = this.#sessionDocuments;
    const number = documents.push({ type, fileName, report });
    const href = `/ProsaInternet/ViewDocUtf8;jsessionid=${session}?SECUENCIAL=${number}&TYPEVIEW=${view}`;
    return { text, href };
  }

  /** The resolution on what was filed, unless the scenario withholds it. */
  resolutionLinks(wanted: boolean, text: string, report: () => Report): DocumentLink[] {
    const withheld = this.scenario === 'no-duplicate' || this.scenario === 'no-duplicate-no-ta';
    return wanted && !withheld ? [this.linkDocument(text, report())] : [];
  }
}
