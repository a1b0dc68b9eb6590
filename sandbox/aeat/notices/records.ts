import type { IsoDate } from '../../calendar.ts';

/** A notification or communication of the agency, at the stand-in. */
export interface AeatNotice {
  /** Its number (número de certificado), 13 digits. */
  code: string;
  kind: 'Notificación' | 'Comunicación';
  /** Tax id of the party that it is about, and of its recipient. */
  holder: string;
  recipient: string;
  concept: string;
  issued: IsoDate;
  /**
   * Set once a notification was opened, or a communication read: the day, and the code (CSV) of the acknowledgement.
   */
  opened?: { day: IsoDate; csv: string };
}
