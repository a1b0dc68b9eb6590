import type { Ask, Counted } from '../../shared/today.ts';
import { MOST } from '../../shared/today.ts';
import type { Tone } from '../../shared/words.ts';
import type { Obligation, When } from './to-do.ts';

/** What Hoy shows of obligations. */

/** What is due, as far as it was read. */
export interface WhatIsDue {
  obligations: Obligation[];
  hasMore: boolean;
  /** What the list of all that is due is not. */
  notice: string;
}

/** What is due. */
export const due: Ask<WhatIsDue> = {
  read: async (gateway, company) => {
    const list = (state?: 'near') => gateway.listObligations({ company, perPage: MOST, state });
    const { data } = await list();
    const hasMore = data.continueToken !== null;
    // Late obligations come first and may fill the whole list, so those that can still be met in time are asked for separately.
    const near = hasMore ? (await list('near')).data.data : [];
    const obligations = [
      ...new Map([...data.data, ...near].map((obligation) => [obligation.id, obligation])).values(),
    ];
    return { obligations, hasMore, notice: data.notice };
  },
};

const TEXTS: Partial<Record<When, [section: string, texts: Counted['texts'], tone: Tone]>> = {
  late: ['late', ['fuera de plazo', 'fuera de plazo'], 'bad'],
  perhaps: ['due', ['puede haber vencido', 'pueden haber vencido'], 'warn'],
  today: ['due', ['vence hoy', 'vencen hoy'], 'warn'],
  week: ['due', ['vence esta semana', 'vencen esta semana'], 'calm'],
};

/** The numbers of obligations by urgency, of the groups that are not far away. */
export const dueCounts = (
  groups: readonly { when: When; obligations: readonly unknown[] }[] = [],
): Counted[] =>
  groups.flatMap(({ when, obligations }) => {
    const [section, texts, tone] = TEXTS[when] ?? [];
    return section && texts && tone ? [{ place: 20, section, count: obligations.length, texts, tone }] : [];
  });

/** The number of notifications that nobody has opened. */
export const notificationCount = (notifications: readonly unknown[] | undefined): Counted => ({
  place: 80,
  section: 'notifications',
  count: notifications?.length,
  texts: ['notificación sin abrir', 'notificaciones sin abrir'],
  tone: 'warn',
});
