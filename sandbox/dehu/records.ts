/** Records of the DEHú stand-in. */

export interface Office {
  code: string;
  name: string;
}

/** A notification (tipoEnvio 2) or communication (1). */
export interface DehuNotice {
  identifier: string;
  /** Number of the system that issued it. */
  origin: number;
  kind: 1 | 2;
  concept: string;
  description: string;
  issuer: Office;
  rootIssuer: Office;
  /** Instant at which it was made available, ISO 8601. */
  available: string;
  /** Tax id of its holder. */
  nif: string;
  /** Annexes: either all are at DEHú, or each is elsewhere. */
  annexes?: { name: string; url?: string }[];
  /** Whether it was sent on paper, too. */
  postal: boolean;
  /** Set when it was opened or read. */
  opened?: { at: string; nif: string; name: string; csv: string };
}

export interface DehuRecords {
  notices: DehuNotice[];
}
