import { addDays, type IsoDate } from '../../calendar.ts';
import type { Company, Holder } from '../../state.ts';
import type { AeatNotice } from './records.ts';

/** Notifications of the agency, by their role in tests. */
export interface TaxNoticesDemo {
  taxNotices: {
    /** Pending, about the holder. */
    own: AeatNotice;
    /** Pending, about a company. */
    pending: AeatNotice;
    /** Opened five days ago. */
    accepted: AeatNotice;
    /** No one opened it in ten days. */
    expired: AeatNotice;
    /** An unread communication. */
    communication: AeatNotice;
    /** Belongs to someone else. */
    ofOther: AeatNotice;
    /** Older than the searched period. */
    old: AeatNotice;
  };
}

/** Makes the first notifications, and names those that tests use. */
export function makeTaxNotices(
  today: IsoDate,
  { holder, other, company }: { holder: Holder; other: Holder; company: Company },
): TaxNoticesDemo['taxNotices'] {
  let number = 2_699_999_000_000;
  const notice = (daysAgo: number, rest: Partial<AeatNotice> = {}): AeatNotice => {
    number += 1;
    return {
      code: String(number),
      kind: 'Notificación',
      holder: company.cif,
      recipient: holder.nif,
      concept: `REQUERIMIENTO  Nº ${number} & "otros"`,
      issued: addDays(today, -daysAgo),
      ...rest,
    };
  };
  return {
    own: notice(2, { holder: holder.nif }),
    pending: notice(1),
    accepted: notice(8, { opened: { day: addDays(today, -5), csv: 'PRUEBAS234567ABC' } }),
    expired: notice(15),
    communication: notice(3, { kind: 'Comunicación', concept: 'COMUNICACIÓN' }),
    ofOther: notice(1, { holder: other.nif, recipient: other.nif }),
    old: notice(500, { opened: { day: addDays(today, -499), csv: 'PRUEBAS765432CBA' } }),
  };
}
