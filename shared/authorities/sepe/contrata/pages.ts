import { slashedDate } from '../../../kernel/spanish-time.ts';
import { AccessDenied, NothingFound, Refusal, refusalIn, type Script, Unreadable } from '../../exchange.ts';
import { findForm, hasControl } from '../../html/form.ts';
import { collapse, maintenanceWords, outOfServiceIn, type Page } from '../../html/page.ts';
import { type Footprint, isoDate, readFootprint } from '../identifiers.ts';
import {
  dateFields,
  type Filling,
  formOf,
  formStep,
  goTo,
  labelled,
  linesOf,
  linkStep,
  type PageOrDocument,
  sendAndFollow,
} from '../web.ts';

/**
 * The web application Contrat@, entered with the certificate. Its pages have links with fixed addresses and one form
 * named `datos`.
 */

/** The address at which the application begins. */
export const START = '/ccomunicacto/servlet/ServletInicio?CCAA=99&idioma=14';

/** Links of the start page and of the menus. */
const LINKS = {
  queries: [
    '/ccomunicacto/actionLogin.do?pagina=consultas',
    '/ccomunicacto/comunicacto/jsp/menu_consultasImpresion.jsp?origen=',
  ],
  basicCopies: ['/ccomunicacto/actionLogin.do?pagina=copiabasica'],
  removals: [
    '/ccomunicacto/actionLogin.do?pagina=anulacioncomunicacion',
    '/ccomunicacto/comunicacto/jsp/menu_anulacion_bajas.jsp?origen=anulacioncomunicacion',
  ],
} as const;

/**
 * Enters a section of the application, and then follows links to further menus. Each section has a log-in of its own: what
 * only asks never goes on where something may have been left half filed.
 */
export function* open(section: keyof typeof LINKS, ...menus: string[]): Script<Page> {
  const logIn = `Contrat@ ${section}`;
  let page = yield* goTo({ method: 'GET', path: START, logIn }, checkPage);
  for (const href of [...LINKS[section], ...menus])
    page = yield* goTo({ ...linkStep(page, href), logIn }, checkPage);
  return page;
}

/** Follows a link of a menu to a page with a form. */
export function* follow(menu: Page, href: string): Script<Page> {
  return yield* goTo(linkStep(menu, href), checkPage);
}

/** Sends the form `datos` of a page and reads the next page. */
export function* send(page: Page, filling: Filling): Script<Page> {
  return yield* goTo(formStep(formOf(page, 'datos'), filling), checkPage);
}

/** Sends the form `datos`. A document may come instead of a page. */
export function* sendForDocument(page: Page, filling: Filling): Script<PageOrDocument> {
  return yield* sendAndFollow(formStep(formOf(page, 'datos'), filling), checkPage);
}

/** The button that sends most forms. */
export const ACCEPT = { name: 'aceptar' };

/**
 * The three fields of a footprint, and the whole footprint in the fields that a page's script fills, where the form has
 * them: `together`, by default all of which programs know.
 */
export const footprintFields = (
  page: Page,
  { province, year, number }: Footprint,
  {
    suffix,
    together = ['idcomunicacion', 'idcontrato'],
  }: { suffix?: string | undefined; together?: string[] } = {},
): Record<string, string> => {
  const form = formOf(page, 'datos');
  const whole = [province, year, number, ...(suffix ? [suffix] : [])].join('-');
  return {
    idcomunicacion1: province,
    idcomunicacion2: year,
    idcomunicacion3: number,
    ...(suffix && { idcomunicacion4: suffix }),
    ...Object.fromEntries(together.filter((name) => hasControl(form, name)).map((name) => [name, whole])),
  };
};

/** A worker's document, which needs two leading blanks, and its kind, the second choice for a NIE. */
export const workerFilling = (page: Page, dni: string, kindField: string) => {
  const kinds = formOf(page, 'datos').controls.find(({ name }) => name === kindField)?.options;
  const kind = kinds?.[/^[XYZ]/.test(dni) ? 1 : 0];
  if (!kind) throw new Unreadable(`page without choices of ${kindField}`);
  return { picks: { [kindField]: kind.value }, changes: { nifnietrabajador: `  ${dni}` } };
};

/** Identifies a contract. */
export type ContractQuery =
  | { footprint: Footprint }
  | {
      dni: string;
      /** Start of the contract, `YYYY-MM-DD`. */
      startDate: string;
      /** Further conditions on the contract's own page. Without them, the first contract of that date is taken. */
      cif?: string | undefined;
      ccc?: string | undefined;
      /** Contract type, 3 digits. */
      code?: string | undefined;
    };

/**
 * The page of a contract, from a menu with one link to search by footprint and one to search by worker.
 * @param links addresses of these two links
 * @throws Refusal if there is no such contract
 */
export function* findContract(
  menu: Page,
  links: { byFootprint: string; byWorker: string },
  query: ContractQuery,
): Script<Page> {
  if ('footprint' in query) {
    const form = yield* follow(menu, links.byFootprint);
    const page = yield* send(form, { changes: footprintFields(form, query.footprint), button: ACCEPT });
    checkFootprint(page, query.footprint);
    return page;
  }
  const { dni, startDate, ...conditions } = query;
  const form = yield* follow(menu, links.byWorker);
  const { picks, changes } = workerFilling(form, dni, 'tipodoc2');
  const list = yield* send(form, {
    picks,
    changes: {
      ...changes,
      ...dateFields('desde', startDate),
      ...dateFields('hasta', startDate),
    },
    button: ACCEPT,
  });
  const rows = rowsOf(list, startDate);
  let unlike: Condition | 'startDate' = 'startDate';
  for (const index of rows) {
    const page = yield* send(list, { picks: { indice: index } });
    const found = compare(page, conditions);
    // A page that does not show these values is only accepted if there is no other contract.
    if (found.isShown ? !found.unlike : rows.length === 1) return page;
    unlike = found.unlike ?? unlike;
  }
  throw new NothingFound(NONE[unlike], unlike === 'code' ? undefined : unlike);
}

/** Says that none of a worker's contracts is the wanted one. */
const NONE = {
  startDate: 'El SEPE no muestra ningún contrato de ese trabajador que empiece ese día.',
  cif: 'El contrato de ese trabajador que empieza ese día es de otra empresa.',
  ccc: 'El contrato de ese trabajador que empieza ese día es de otra cuenta de cotización.',
  code: 'Ninguno de los contratos que muestra el SEPE es el que se pide.',
};

/** Cell of a row with the start of the contract. */
const START_CELL = 5;

const rowsOf = ({ $ }: Page, startDate: string): string[] =>
  $('table.tableScroll tr')
    .toArray()
    .map((row) => $(row).children('td'))
    .filter((cells) => collapse(cells.eq(START_CELL).text()).includes(slashedDate(startDate)))
    .map((cells) => cells.eq(0).find('input[name=indice]').attr('value') ?? '')
    .filter((index) => index !== '');

type Condition = 'cif' | 'ccc' | 'code';

/** The first of the conditions that a page does not meet, and whether it shows the values of all. */
const compare = (
  page: Page,
  conditions: { [C in Condition]?: string | undefined },
): { unlike?: Condition | undefined; isShown: boolean } => {
  const value = shownOn(page);
  const checks = [
    { condition: 'cif' as const, shown: value('cif').replace(/\W/g, '') },
    { condition: 'ccc' as const, shown: value('cuenta de cotización').replace(/\D/g, '') },
    { condition: 'code' as const, shown: value('código de contrato') },
  ].filter(({ condition }) => conditions[condition] !== undefined);
  const unlike = checks.find(
    ({ condition, shown }) => shown !== '' && !shown.endsWith(conditions[condition]!),
  );
  return {
    unlike: unlike?.condition,
    isShown: unlike !== undefined || checks.every(({ shown }) => shown !== ''),
  };
};

/** @throws Unreadable if a page shows another contract than the one of the footprint */
export const checkFootprint = (page: Page, { province, year, number }: Footprint): void => {
  const shown = readFootprint(shownOn(page)('identificador'));
  if (shown && [shown.province, shown.year, shown.number].join() !== [province, year, number].join())
    throw new Unreadable('the page of another contract');
};

/** Looks up values of a page by part of their label, lower case. */
export const shownOn = (page: Page): ((label: string) => string) => {
  const values = labelled(page);
  return (wanted) => values.find(({ label }) => label.includes(wanted))?.value ?? '';
};

/** A date on a page, as `YYYY-MM-DD`. */
export const dateOf = (page: Page, label: string): string | undefined => isoDate(shownOn(page)(label));

/**
 * The text with which a page reports success: a sentence, or the new identifier.
 * @throws Refusal if the page asks a question, Unreadable if it has neither
 */
export const successOf = (page: Page): string => {
  const lines = page
    .$('#contIzq p')
    .toArray()
    .map((line) => collapse(page.$(line).text()));
  const success = lines.find((line) => /identificador de la|se ha realizado correctamente/i.test(line));
  if (success) return success;
  // Such a page leads back to the form, so that it can be answered there.
  const question = page.$('#volver').length > 0 && lines.find((line) => QUESTION.test(line));
  if (question) throw new Refusal([question]);
  throw new Unreadable('neither success nor error');
};

/** Questions of the application about a contract. Nothing is filed before they are answered. */
const QUESTION =
  /sin fecha de t.rmino|f.sica en la base de datos|igual o inferior a 90|convenio colectivo que autoriza|certificado de profesionalidad|seleccionar el campo convenio colectivo|sin fecha cierta/i;

/** @throws Refusal if the form says, before it is sent, that this was already filed */
export const refuseIfAlreadyFiled = ({ $ }: Page): void => {
  const refusals = $('form[name=datos] fieldset div[class*=titulo]').filter((_, element) =>
    /ya se ha comunicado/i.test($(element).text()),
  );
  if (refusals.length > 0) throw new Refusal([collapse(refusals.first().text())]);
};

/** Checks all places where a page reports an error. @throws Refusal, OutOfService */
export const checkPage = (page: Page): void => {
  const messages = messagesOf(page);
  if (messages.length > 0) {
    throw outOfServiceIn(messages.join('\n'), { maintenance: MAINTENANCE }) ?? refusalIn(messages);
  }
  const text = page.wholeText();
  if (/certificado\s*digital\s*no\s*v.lido/i.test(text))
    throw new AccessDenied(['Certificado digital no válido.']);
  // A page with data may have these words in them, such as a contract in the text of its basic copy.
  const shown = findForm(page, 'datos') ? collapse(page.$('#contIzq p').text()) : text;
  if (/no\s*est.{1,3}\s*autorizado/i.test(shown)) throw new AccessDenied(['El usuario no está autorizado.']);
};

const MAINTENANCE = maintenanceWords(
  'no disponible en el siguiente horario|sistema no disponible|actualmente no est. disponible',
);

const messagesOf = (page: Page): string[] => {
  const { $ } = page;
  // Every page has such a notice for browsers without scripts. It does not count as a message.
  const notice = $('#avisos > div > p:last-child').filter(
    (_, element) => $(element).closest('noscript').length === 0,
  );
  if (collapse(notice.text()) !== '') return linesOf(page, notice.first());
  const errors = $('form > fieldset').filter((_, element) => $(element).text().includes('errores'));
  if (errors.length > 0) return linesOf(page, errors.first().find('p').first());
  const principalOnly = collapse($('#contIzq > div.contIzqc > p').text());
  return principalOnly.includes('disponible para el usuario principal') ? [principalOnly] : [];
};
