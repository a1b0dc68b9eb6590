import type { expiring, When } from '../../capabilities/obligations/to-do.ts';
import type { Tone } from '../../shared/words.ts';

/** The line of counts at the top of Hoy. */

/** What the page Hoy knows; a part is missing if it could not be read. */
export interface Known {
  unknown?: readonly unknown[] | undefined;
  due?: readonly { when: When; obligations: readonly unknown[] }[] | undefined;
  notifications?: readonly unknown[] | undefined;
  batches?: { waiting: readonly unknown[]; unfiled: readonly unknown[] } | undefined;
  refused?: readonly unknown[] | undefined;
  drift?: readonly unknown[] | undefined;
  expiring?: ReturnType<typeof expiring> | undefined;
}

/** A count, and the section that has what is counted. */
export interface Count {
  section: string;
  text: string;
  tone: Tone;
}

/** The texts of a count: for one thing, and what follows a higher number. */
type Texts = [one: string, several: string];

const GROUPS: Partial<Record<When, [section: string, texts: Texts, tone: Tone]>> = {
  late: ['late', ['fuera de plazo', 'fuera de plazo'], 'bad'],
  perhaps: ['due', ['puede haber vencido', 'pueden haber vencido'], 'warn'],
  today: ['due', ['vence hoy', 'vencen hoy'], 'warn'],
  week: ['due', ['vence esta semana', 'vencen esta semana'], 'calm'],
};

/**
 * The counts of all that waits, the most urgent first; nothing that is zero.
 * @param most the most elements that are read of a list, so that as many may be more
 */
export const countsOf = (known: Known, most: number): Count[] => {
  const { unknown, due = [], notifications, batches, refused, drift, expiring } = known;
  const expired = expiring?.filter(({ daysLeft }) => daysLeft < 0);
  const all: [section: string, count: number | undefined, texts: Texts, tone: Tone][] = [
    ['unknown', unknown?.length, ['resultado desconocido', 'resultados desconocidos'], 'bad'],
    ...due.flatMap(({ when, obligations }): typeof all => {
      const [section, texts, tone] = GROUPS[when] ?? [];
      return section && texts && tone ? [[section, obligations.length, texts, tone]] : [];
    }),
    ['expired', expired?.length, ['certificado caducado', 'certificados caducados'], 'bad'],
    ['batches', batches?.waiting.length, ['lote por confirmar', 'lotes por confirmar'], 'warn'],
    [
      'unfiled',
      batches?.unfiled.length,
      ['lote con filas sin presentar', 'lotes con filas sin presentar'],
      'warn',
    ],
    ['refused', refused?.length, ['rechazado', 'rechazados'], 'bad'],
    ['drift', drift?.length, ['empresa con diferencias', 'empresas con diferencias'], 'warn'],
    ['notifications', notifications?.length, ['notificación sin abrir', 'notificaciones sin abrir'], 'warn'],
  ];
  return all.flatMap(([section, count = 0, [one, several], tone]) =>
    count === 0
      ? []
      : [
          {
            section,
            text: count === 1 ? `1 ${one}` : `${count}${count >= most ? ' o más' : ''} ${several}`,
            tone,
          },
        ],
  );
};
