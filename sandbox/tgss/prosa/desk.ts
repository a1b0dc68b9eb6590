import type { World } from '../../portal.ts';
import type { Scenario } from '../../scenario.ts';
import type { Holder } from '../../state.ts';
import type { Archive, Report } from '../archive.ts';
import { Desk } from '../desk.ts';

/** A document that a page links to. */
export interface Offer {
  text: string;
  href: string;
}

/** A document as the session keeps it. */
export interface Kept {
  type: string;
  fileName: string;
  report: Report;
  /** Made once: a link gives the same bytes as often as it is followed. */
  bytes?: Promise<Uint8Array>;
}

/** A session's documents, numbered from 1 as they are offered. */
export interface Folder {
  session: string;
  documents: Kept[];
}

/** A desk that hands its documents over by links. */
export class ProsaDesk extends Desk {
  readonly #folder: Folder;

  constructor(
    world: World,
    archive: Archive,
    holder: Holder,
    scenario: Scenario | undefined,
    folder: Folder,
  ) {
    super(world, archive, holder, scenario);
    this.#folder = folder;
  }

  /** Keeps a document in the session. */
  offer(
    text: string,
    report: Report,
    view: 'DOCUMENTO' | 'INFORME' = 'DOCUMENTO',
    { type = 'application/pdf', fileName = 'documento.pdf' } = {},
  ): Offer {
    const { documents, session } = this.#folder;
    const number = documents.push({ type, fileName, report });
    const href = `/ProsaInternet/ViewDocUtf8;jsessionid=${session}?SECUENCIAL=${number}&TYPEVIEW=${view}`;
    return { text, href };
  }

  /** The resolution on what was filed, unless the scenario withholds it. */
  resolution(wanted: boolean, text: string, report: () => Report): Offer[] {
    const withheld = this.scenario === 'no-duplicate' || this.scenario === 'no-duplicate-no-ta';
    return wanted && !withheld ? [this.offer(text, report())] : [];
  }
}
