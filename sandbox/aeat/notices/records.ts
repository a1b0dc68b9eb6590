import type { IsoDate } from '../../calendar.ts';

/** A notification or communication of the agency, at the stand-in. */
export interface AeatNotice {
  /** Its number (número de certificado), 13 digits. */
  code: string;
  kind: 'Notificación' | 'Comunicación';
  /** Tax id about which it is, and of whoever receives it. */
  holder: string;
  recipient: string;
  concept: string;
  issued: IsoDate;
  /** Set when it was opened or, a communication, read: the day, and the code (CSV) of its acknowledgement. */
  opened?: { day: IsoDate; csv: string };
}
