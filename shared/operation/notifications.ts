import * as z from 'zod';
import { TheAuthority, theAuthority } from '../kernel/authority-errors.ts';
import { type Document, fileObject } from '../kernel/document.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import { integer } from '../kernel/fields.ts';
import { madridDay } from '../kernel/spanish-time.ts';
import type { Known } from './fact.ts';
import type { Act } from './operation.ts';
import type { Ports } from './ports.ts';

/** A notification in a list, with the names of the interface. */
interface Listed {
  /** Its name for callers. */
  sentReference: string;
  /** Tax id of the recipient; `''` if the list does not have it. */
  nifTitular: string;
  state: string;
  /** ISO 8601, or only the day. */
  availabilityDate: string;
  /** Its subject. */
  concept: string;
  /** Who sends it, where the list says it. */
  emitterEntity?: string;
  /** The name of its recipient, where the list says it: at the tax agency, and at social security. */
  titular?: string;
  nombre?: string;
}

/** Most notifications on a page. */
const MAX_LIMIT = 50;

/** The page that is asked for of a list. */
export const pageRequest = {
  page: integer('Página, desde 1.', 100_000).optional().default(1),
  limit: integer('Notificaciones por página, 50 como máximo.', MAX_LIMIT).optional().default(MAX_LIMIT),
};

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    total: z.int().meta({ description: 'Cuántas hay en total.' }),
    pending: z.int().meta({ description: 'Cuántas de ellas están pendientes.' }),
    count: z.int().meta({ description: 'Cuántas hay en esta página.' }),
    page: z.int().meta({ description: 'Página.' }),
    items: z.array(item).meta({ description: 'Las de esta página, la más reciente primero.' }),
  });

/** The wanted page of a list: the most recent first, filtered by `state` where it is given. */
export const pageIn = <Item extends Pick<Listed, 'state' | 'availabilityDate'>>(
  all: Item[],
  { state, ...asked }: { page: number; limit: number; state?: string | undefined },
) => {
  // As in all lists, 0 means absence.
  const page = asked.page || 1;
  const limit = asked.limit || MAX_LIMIT;
  const wanted = all.filter((notification) => state === undefined || notification.state === state);
  const sorted = wanted.toSorted(
    (one, other) => Date.parse(other.availabilityDate) - Date.parse(one.availabilityDate),
  );
  const first = (page - 1) * limit;
  const items = sorted.slice(first, first + limit);
  const pending = wanted.filter((notification) => notification.state === 'PENDIENTE').length;
  return { total: wanted.length, pending, count: items.length, page, items };
};

/** How a list shows what someone opened or refused. One that expired stays as it is: it counts as refused, and is late. */
const OPENED = ['ACEPTADA', 'RECHAZADA'];

/** The most characters of a text that a fact keeps. */
const MOST_TEXT = 300;
const cut = (text: string): string => [...text.trim()].slice(0, MOST_TEXT).join('');

/** What a list says of a notification, for the person who decides whether to open it. */
const describedIn = ({
  concept,
  emitterEntity = '',
  titular,
  nombre = '',
}: Listed): Pick<Known, 'concept' | 'sender' | 'holder'> =>
  Object.fromEntries(
    Object.entries({ concept, sender: emitterEntity, holder: titular ?? nombre })
      .map(([name, text]) => [name, cut(text)])
      .filter(([, text]) => text !== ''),
  );

/** The facts of a list: a pending notification must be opened, an opened or refused one need not. */
export const factsOfList = (authority: AuthorityName, items: Listed[]): Known[] =>
  items.flatMap((item) => {
    const { sentReference, nifTitular, state, availabilityDate } = item;
    const available = new Date(availabilityDate);
    const isPending = state === 'PENDIENTE';
    if (Number.isNaN(available.getTime()) || !(isPending || OPENED.includes(state))) return [];
    const kind = isPending ? ('notification' as const) : ('notificationOpened' as const);
    const about = { authority, reference: sentReference, ...(nifTitular && { cif: nifTitular }) };
    return [{ kind, ...about, ...(isPending && describedIn(item)), date: madridDay(available) }];
  });

/** The fact that a notification was opened. */
const factsOfOpening = (authority: AuthorityName, reference: string, at: unknown): Known[] => {
  const instant = new Date(typeof at === 'string' ? at : Number.NaN);
  const date = Number.isNaN(instant.getTime()) ? '' : madridDay(instant);
  return [{ kind: 'notificationOpened', authority, reference, date }];
};

/** The common members of all operations that open a notification. Opening it has legal effect, so it is a submission. */
export const openingAt = <A extends AuthorityName>(authority: A) => ({
  method: 'POST' as const,
  path: '/notification-accept',
  authority,
  dryRun: 'confirmation' as const,
  dryRunEnds: 'notification' as const,
  rate: 'write' as const,
  standing: 'chosen' as const,
  perHolder: 'It is that of its addressee, and nothing says that two addressees have different numbers.',
  acts: ({ id }: { id: string }): Act[] => [
    { family: 'opening', subject: [authority, id], isOnceADay: true },
  ],
  missingFields: {
    account: 'A notification is for a tax id.',
    worker: 'A notification is for a tax id.',
    date: 'It takes effect when it is opened.',
  },
  emits: ({ id }: { id: string }, { data }: { data?: unknown }) =>
    factsOfOpening(authority, id, (data as { acceptedAt?: unknown } | undefined)?.acceptedAt),
});

/** The description of a document of a notification. @param name in Spanish, such as `Su documento` */
export const documentText = (name: string, authority: AuthorityName): string =>
  `${name}; nulo si ${theAuthority(authority)} no lo ha dado.`;

/** The members that the answer about every opening has. @param acceptedAt description of the instant, in Spanish */
export const openingResponse = (authority: AuthorityName, acceptedAt: string) => ({
  state: z.string().meta({ description: 'ACEPTADA.' }),
  acceptedAt: z.string().meta({ description: acceptedAt }),
  document: fileObject.nullable().meta({ description: documentText('Su documento', authority) }),
});

/** The answer about an opened notification. Its document is kept with the filing. */
export const openingReply = async (
  authority: AuthorityName,
  { at, document, reference }: { at: string; document?: Document; reference: string },
  { keep }: Pick<Ports, 'keep'>,
) => ({
  data: { state: 'ACEPTADA', acceptedAt: at, document: document ? await keep(document) : null },
  message: document
    ? 'La notificación se ha abierto.'
    : `La notificación se ha abierto. ${TheAuthority(authority)} no ha dado su documento.`,
  filed: { reference },
});

/**
 * Whether it was opened since a filing was claimed. The authority's clock may be behind ours, and its times have no parts of a
 * second.
 * @param at when it was opened, ISO 8601
 */
export const isOpenedSince = (at: string, since: Date): boolean =>
  Date.parse(at) >= since.getTime() - CLOCKS_DIFFER_MS;
const CLOCKS_DIFFER_MS = 60_000;
