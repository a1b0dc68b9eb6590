import { addDays, type IsoDate } from '../../calendar.ts';
import type { Company, Holder } from '../../state.ts';
import type { TgssNotice } from './records.ts';

/** Notifications of TGSS, by their role in tests. */
export interface NoticesDemo {
  notices: {
    /** Pending, of the holder. */
    own: TgssNotice;
    /** Pending, as an authorised user. */
    red: TgssNotice;
    /** Opened five days ago. */
    accepted: TgssNotice;
    /** No one opened it in ten days. */
    expired: TgssNotice;
    /** Belongs to someone else. */
    ofOther: TgssNotice;
    /** Some more, as an authorised user: a list has several pages. */
    more: TgssNotice[];
  };
}

/** Makes the first notifications, and names those that tests use. */
export function makeNotices(
  today: IsoDate,
  { holder, other, company }: { holder: Holder; other: Holder; company: Company },
): NoticesDemo['notices'] {
  let code = 4700;
  const notice = (daysAgo: number, rest: Partial<TgssNotice> = {}): TgssNotice => {
    code += 1;
    return {
      code,
      role: 2,
      nif: holder.nif,
      recipient: company.cif,
      name: company.name,
      description: `Providencia de apremio nº ${code} & "otras"`,
      procedure: 'RECAUDACIÓN EJECUTIVA',
      available: `${addDays(today, -daysAgo)}T08:15:00.000Z`,
      ...rest,
    };
  };
  return {
    own: notice(2, { role: 1, recipient: holder.nif, description: '' }),
    red: notice(1),
    accepted: notice(8, { opened: `${addDays(today, -5)}T09:00:00.000Z` }),
    expired: notice(15),
    ofOther: notice(1, { nif: other.nif, recipient: other.nif }),
    more: [3, 4, 5].map((daysAgo) => notice(daysAgo)),
  };
}
