import { type Exchange, NothingFound, type Script, Unreadable } from '../../exchange.ts';
import { textOf } from '../../html/page.ts';
import { FOR_HTML, openProsa, type Press, pressProsa, pressProsaUnchecked } from './dialog.ts';
import {
  choicesOn,
  linkStep,
  messagesOf,
  type ProsaPage,
  readProsa,
  rowText,
  throwIfErrors,
} from './page.ts';

/** An authorised user of the online system that a certificate may act as. */
export interface AuthorisedUser {
  numero: string;
  razSoc: string;
}

/**
 * The authorised users that an application offers to choose from: none if the certificate has only one. A page that may
 * have them in a way that is not known is unreadable.
 */
export const authorisedUsers: Exchange<'reading', { application: string }, AuthorisedUser[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'Prosa authorised users',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application: radio buttons, by index or number, and links. Assumed: ' +
      'name and number of each, a list. Settled by one such page, and one as data.',
    ifWrong: 'Nothing: it opens an application and presses no button.',
  },
  script: function* ({ application }) {
    const page = yield* openProsa(application);
    const users = usersOn(page);
    // Only the application's own form shows that there is nothing to choose.
    const { $, isXml } = page;
    if (users.length === 0 && (isXml || $('form').find('button, input[type="submit"]').length === 0))
      throw new Unreadable('page without form, which may have users to choose from');
    return users;
  },
};

/** The authorised users that a page offers to choose from. @throws Unreadable if it offers them in an unknown way */
export const usersOn = (page: ProsaPage): AuthorisedUser[] =>
  offersOn(page).map(({ numero, razSoc }) => ({ numero, razSoc }));

/** The page says that the contribution account belongs to no authorised user, or to another one. */
export const isOthers = (page: ProsaPage): boolean =>
  messagesOf(page).some(({ kind, text }) => kind === 'error' && NOT_OWNER.test(text));

const NOT_OWNER = /NO ASIGNADA AL AUTORIZADO|CUENTA DE COTIZACI[OÓ]N NO AUTORIZADA/i;

/**
 * Opens an application and presses a button that asks, as the authorised user responsible for the subject. If the
 * portal wants a user to be chosen, each is tried, because only the answer shows who is responsible.
 * @param lead the way from the first page of a user to the page with the button, where it is another page
 * @throws Refusal or OutOfService for the messages of the next page
 */
export function* askAsOwner(
  application: string,
  pressOn: (page: ProsaPage) => Press,
  notTheirs: (next: ProsaPage) => boolean = isOthers,
  lead: (first: ProsaPage) => Script<ProsaPage> = stay,
): Script<ProsaPage> {
  const page = yield* openProsa(application);
  const offers = offersOn(page);
  if (offers.length === 0) {
    const form = yield* lead(page);
    return yield* pressProsa(form, pressOn(form));
  }
  for (const [index, offer] of offers.entries()) {
    const form = yield* lead(
      index === 0 ? yield* choose(page, offer, application) : yield* openAs(application, offer.numero),
    );
    const next = yield* pressProsaUnchecked(form, pressOn(form));
    if (index < offers.length - 1 && notTheirs(next)) continue;
    throwIfErrors(next);
    return next;
  }
  throw new Unreadable('a choice of users without any');
}

// biome-ignore lint/correctness/useYield: the page with the button is the first one
function* stay(first: ProsaPage): Script<ProsaPage> {
  return first;
}

/**
 * Opens an application as an authorised user.
 * @param field of the request that has the number
 * @throws NothingFound if the certificate has no such user
 */
export function* openAs(application: string, numero: string | undefined, field?: string): Script<ProsaPage> {
  const page = yield* openProsa(application);
  const offers = offersOn(page);
  if (offers.length === 0) return page;
  const offer = offers.length === 1 && !numero ? offers[0] : offers.find((one) => isUser(one, numero ?? ''));
  if (!offer) throw new NothingFound('El certificado no tiene ese número de autorizado.', field);
  return yield* choose(page, offer, application);
}

const isUser = (user: AuthorisedUser, numero: string): boolean =>
  user.numero.replace(/^0+/, '') === numero.replace(/^0+/, '');

/** A user on the page, and how to choose it: by the value of a control, or by a link. */
interface Offer extends AuthorisedUser {
  by: { control: string; value: string } | { href: string };
}

function* choose(page: ProsaPage, { by }: Offer, application: string): Script<ProsaPage> {
  if ('control' in by)
    return yield* pressProsa(page, {
      button: 'SPM.ACC.ACEPTAR',
      action: 'ACEPTAR',
      changes: { [by.control]: by.value },
    });
  const step = linkStep(page, by.href);
  const leadsTo = step && new URLSearchParams(step.path.split('?')[1]).get('ARQ.IDAPP');
  // A link cannot open another application, such as the settlement of contributions.
  if (!step || (leadsTo ?? application) !== application)
    throw new Unreadable('a link to a user that leads elsewhere');
  const next = readProsa(yield { ...step, headers: FOR_HTML }, step.path);
  throwIfErrors(next);
  return next;
}

/** The first of the forms that the page has. The portal has changed them over the years, and they differ by application. */
const offersOn = (page: ProsaPage): Offer[] => {
  for (const read of [radioOffers, listOffers, linkOffers]) {
    const offers = read(page);
    if (offers.some(({ numero }) => numero === '')) throw new Unreadable('a user without number');
    if (offers.length > 0) return offers;
  }
  if (asksForUser(page)) throw new Unreadable('a choice of users that cannot be read');
  return [];
};

/** The page names the choice of a user: its control, its section or list, its heading, or itself in data only. */
const asksForUser = ({ $, isXml, wholeText }: ProsaPage): boolean => {
  const names = $(isXml ? '*' : '[id], [name]')
    // A user who is chosen already.
    .not('input[type="hidden"][value]:not([value=""])')
    .toArray()
    .map((node) => (isXml ? $(node).prop('tagName') : `${$(node).attr('id')} ${$(node).attr('name')}`));
  if (names.some((name) => CHOICE.test(name ?? ''))) return true;
  return isXml ? /autoriza/i.test($('page_name').text()) : /seleccione[^.]{0,40}autoriza/i.test(wholeText());
};

const CHOICE = /NUM_AUTORIZADO|forSelAutori|lis(?:ta)?_?Autorizad/i;

/** Name of the control, and a part of the address of the links. */
const CONTROL = 'NUM_AUTORIZADO';

/** Radio buttons. Their value is the number, or the index among them; then the number is in the id or in the label. */
const radioOffers = (page: ProsaPage): Offer[] => {
  const { $ } = page;
  const name =
    $(`input[type="radio"][name="${CONTROL}"]`).attr('name') ??
    $('input[type="radio"]')
      .filter((_, radio) => ID.test($(radio).attr('id') ?? ''))
      .attr('name');
  if (!name) return [];
  return choicesOn(page, name).map(({ value, label, id }) => {
    const [, ofId] = ID.exec(id) ?? [];
    return { ...userIn(label, ofId ?? numberIn(value)), by: { control: name, value } };
  });
};

const ID = /^autorizado0*(\d{3,})$/;

const listOffers = ({ $ }: ProsaPage): Offer[] =>
  $(`select[name="${CONTROL}"] option`)
    .toArray()
    .map((node) => ({ text: textOf($(node)), value: $(node).attr('value') ?? textOf($(node)) }))
    // The first option may only say that one is to be chosen.
    .filter(({ value }) => value !== '')
    .map(({ text, value }) => ({ ...userIn(text, numberIn(value)), by: { control: CONTROL, value } }));

/** Links that end in the number, or that have it in their id, in their text or in their row. Not all lead to a user. */
const linkOffers = ({ $ }: ProsaPage): Offer[] =>
  $(`${USER_LINKS}, a[id^="enlace_"], a.pr_enlaceLocal`)
    .toArray()
    .flatMap((node) => {
      const link = $(node);
      const href = link.attr('href') ?? '';
      const number =
        new RegExp(`[?&]${CONTROL}=0*(\\d{3,})$`).exec(href)?.[1] ??
        /^enlace_0*(\d{3,})$/.exec(link.attr('id') ?? '')?.[1];
      const user = userIn(rowText($, node) || textOf(link), number);
      return user.numero === '' && !link.is(USER_LINKS) ? [] : [{ ...user, by: { href } }];
    });

const USER_LINKS = `a[href*="${CONTROL}="], [id="tabla_lisAutorizad"] a`;

/** A value that is no number is the index among the choices. */
const numberIn = (value: string): string => (/^\d{3,}$/.test(value) ? value : '');

/** The user of a text that begins with a number, or that is known to have this number. */
const userIn = (text: string, known = ''): AuthorisedUser => {
  const [, shown = '', name = ''] = /^(\d{3,})[\s-]*(.*)$/.exec(text) ?? [];
  if (shown !== '') return { numero: shown, razSoc: name };
  return { numero: known, razSoc: text };
};
