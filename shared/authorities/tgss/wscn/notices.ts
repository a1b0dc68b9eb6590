import { ofMadridTime, withOffset } from '../../../kernel/spanish-time.ts';
import { type Exchange, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { type Node, textAt } from '../../sepe/xml-reading.ts';
import { answered, callStep } from './service.ts';

/** As whom notifications are listed and opened: own ones, as an authorised user (RED), as a proxy. */
export const ROLES = { '1': 'Propias', '2': 'AutorizadoRED', '3': 'Apoderado' } as const;
export type Role = keyof typeof ROLES;

/** The members that name a notification. */
export interface NoticeKey {
  role: Role;
  /** Its number there. */
  code: string;
}

/** A notification in TGSS's list. Missing values are `''`. */
export interface Notice extends NoticeKey {
  description: string;
  procedure: string;
  /** To whom it is sent, as TGSS writes it, and the name. */
  recipient: string;
  name: string;
  state: 'PENDIENTE' | 'ACEPTADA' | 'RECHAZADA' | 'EXPIRADA';
  /** When it was made available, and until when it is, ISO 8601 with offset. */
  available: string;
  until: string;
}

/** The list; and the roles that TGSS refuses to list, with its own words. */
export interface Listed {
  notices: Notice[];
  refused: { role: Role; messages: string[] }[];
}

/** Most pages of a role: a list that does not end is not read for ever. */
const MOST_PAGES = 100;
/** The place before the first notification. */
const FIRST = '-1';
/** Names of the roles in the elements that continue a list. */
const NEXT: Record<Role, string> = {
  '1': 'codigoSiguienteNotificacionPropia',
  '2': 'codigoSiguienteNotificacionAutorizadoRED',
  '3': 'codigoSiguienteNotificacionApoderado',
};

/** Notifications of TGSS, opened or not. Listing opens none. */
export const listing: Exchange<'reading', { roles: Role[] }, Listed> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'WSCN consultarListadoNotificaciones',
  standing: {
    state: 'assumed',
    note:
      'gestoresmadrid/oegam: classes of its WSDL, elements, pages by role and code, states 2 and 3, dates. Assumed: signed as ' +
      'for DEHú (it uses XAdES); -1 first; words of states. Settled by a list.',
    ifWrong: 'Nothing: it lists; no content of a notification is in its answer.',
  },
  *script({ roles }) {
    const found: Listed = { notices: [], refused: [] };
    let refusal: Refusal | undefined;
    for (const role of roles)
      try {
        found.notices.push(...(yield* listOf(role)));
      } catch (error) {
        // A holder may have no such role; the others are listed all the same.
        if (!(error instanceof Refusal)) throw error;
        refusal = error;
        found.refused.push({ role, messages: error.messages });
      }
    if (refusal && found.refused.length === roles.length) throw refusal;
    return found;
  },
};

/** The elements that say as whom: the first of each request. */
export const actorOf = ({ role }: Pick<NoticeKey, 'role'>): [name: string, value: string][] => [
  ['rol', role],
  ['identificadorPoderdante', ''],
];

/** All of one role, page by page. @throws Refusal where TGSS does not list it */
function* listOf(role: Role): Script<Notice[]> {
  const all: Notice[] = [];
  let next = FIRST;
  for (let page = 0; page < MOST_PAGES; page++) {
    const from = next;
    const answer = yield callStep('consultarListadoNotificaciones', () => [
      ...actorOf({ role }),
      ...(Object.keys(NEXT) as Role[]).map((one): [string, string] => [
        NEXT[one],
        one === role ? from : FIRST,
      ]),
    ]);
    const node = answered(answer, 'consultarListadoNotificaciones');
    const found = node.children
      .filter(({ name }) => name === `notificaciones${ROLES[role]}`)
      .map((item) => readNotice(item, role));
    // A page may begin with the last one of the page before.
    all.push(...found.filter(({ code }) => !all.some((known) => known.code === code)));
    if (textAt(node, 'hayMas') !== 'true') return all;
    next = textAt(node, NEXT[role]) ?? '';
    if (!/^\d{1,10}$/.test(next) || next === from) throw new Unreadable('pages of a list repeat');
  }
  throw new Unreadable('a list without end');
}

/** States by their number; others are known by their words, and what no word ends is pending. */
const STATES: Record<string, Notice['state']> = { '2': 'ACEPTADA', '3': 'RECHAZADA' };
const WORDS: [words: RegExp, state: Notice['state']][] = [
  [/plazo|expirad|caducad|transcurs/i, 'EXPIRADA'],
  [/rechaz/i, 'RECHAZADA'],
  [/aceptad/i, 'ACEPTADA'],
];

const readNotice = (item: Node, role: Role): Notice => {
  const text = (name: string) => textAt(item, name) ?? '';
  const [code, state] = [text('codigo'), text('estado')];
  if (!/^\d{1,10}$/.test(code) || !/^\d*$/.test(state)) throw new Unreadable('item of a list');
  const words = text('descripcionEstado');
  return {
    role,
    code,
    description: text('descripcion'),
    procedure: text('procedimiento'),
    recipient: text('destinatario'),
    name: text('nombreAppRazonSocial'),
    state: STATES[state] ?? WORDS.find(([one]) => one.test(words))?.[1] ?? 'PENDIENTE',
    available: instantIn(text('fechaPuestaDisposicion')),
    until: instantIn(text('fechaFinDisponibilidad')),
  };
};

/** `DD-MM-AAAA HH:MM:SS` as ISO 8601; `''` for none. @throws Unreadable for any other */
export const instantIn = (text: string): string => {
  if (text === '') return '';
  const [, day, month, year, hour, rest] =
    /^(\d\d)-(\d\d)-(\d{4}) (\d{1,2}):(\d\d:\d\d)$/.exec(text.trim()) ?? [];
  const instant = year
    ? ofMadridTime(`${year}-${month}-${day}T${hour!.padStart(2, '0')}:${rest}`)
    : undefined;
  if (!instant || Number.isNaN(instant.getTime())) throw new Unreadable('date of a notification');
  return withOffset(instant);
};

/** Finds one notification in the list of its role; `undefined` where it is not there. */
export function* findNotice({ role, code }: NoticeKey): Script<Notice | undefined> {
  return (yield* listOf(role)).find((notice) => notice.code === code);
}
