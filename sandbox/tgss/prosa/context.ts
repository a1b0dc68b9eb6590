import type { Requested } from '../../context.ts';
import type { Environment } from '../../portal.ts';
import { withholdsDocument } from '../../scenario.ts';
import { Context } from '../context.ts';
import type { Report, ReportStore } from '../report-store.ts';

/** A document that a page links to. */
export interface DocumentLink {
  text: string;
  href: string;
}

/** Kind of view, content type and file name of a linked document. */
interface LinkedAs {
  view?: 'DOCUMENTO' | 'INFORME';
  type?: string;
  fileName?: string;
}

/** A document of a session. */
export interface StoredDocument {
  type: string;
  fileName: string;
  report: Report;
  /** Created once, so that a link always gives the same bytes. */
  bytes?: Promise<Uint8Array>;
}

/** The documents of a session, numbered from 1. */
export interface SessionDocuments {
  session: string;
  documents: StoredDocument[];
}

/** A context that delivers documents by links. */
export class ProsaContext extends Context {
  readonly #sessionDocuments: SessionDocuments;

  constructor(
    environment: Environment,
    reports: ReportStore,
    { sessionDocuments, ...requested }: Requested & { sessionDocuments: SessionDocuments },
  ) {
    super(environment, reports, requested);
    this.#sessionDocuments = sessionDocuments;
  }

  /** Stores a document in the session. Returns its link. */
  linkDocument(
    text: string,
    report: Report,
    { view = 'DOCUMENTO', type = 'application/pdf', fileName = 'documento.pdf' }: LinkedAs = {},
  ): DocumentLink {
    const { documents, session } = this.#sessionDocuments;
    const number = documents.push({ type, fileName, report });
    const href = `/ProsaInternet/ViewDocUtf8;jsessionid=${session}?SECUENCIAL=${number}&TYPEVIEW=${view}`;
    return { text, href };
  }

  /** The address of a link that acts as a button: its action and one more field. */
  addressOf(action: string, [name, value]: [string, string]): string {
    const { session } = this.#sessionDocuments;
    return `/ProsaInternet/OnlineAccessUtf8;jsessionid=${session}?SPM.CONTEXT=internet&SPM.ACC.${action}=${action}&${name}=${value}`;
  }

  /** The link to the resolution on a filing, unless the scenario withholds it. */
  resolutionLinks(wanted: boolean, text: string, report: () => Report): DocumentLink[] {
    return wanted && !withholdsDocument(this.scenario) ? [this.linkDocument(text, report())] : [];
  }
}
