import { AccessDenied, OutOfService, Refusal, refusalIn, type Script, Unreadable } from '../../exchange.ts';
import { hasControl } from '../../html/form.ts';
import { collapse, type Page } from '../../html/page.ts';
import { type Footprint, isoDate, slashedDate } from '../identifiers.ts';
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
 * The web application Contrat@ behind the certificate. Its pages lead on by links of fixed addresses and by one form
 * named `datos`.
 */

const START = '/ccomunicacto/servlet/ServletInicio?CCAA=99&idioma=14';

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

/** Enters the application and goes to a section, then along further links. */
export function* open(section: keyof typeof LINKS, ...links: string[]): Script<Page> {
  let page = yield* goTo({ method: 'GET', path: START }, checkPage);
  for (const href of [...LINKS[section], ...links]) page = yield* goTo(linkStep(page, href), checkPage);
  return page;
}

/** Sends the form `datos` of a page and goes on to the next page. */
export function* send(page: Page, filling: Filling): Script<Page> {
  return yield* goTo(formStep(formOf(page, 'datos'), filling), checkPage);
}

/** Sends the form `datos`; a document may come instead of a page. */
export function* sendForDocument(page: Page, filling: Filling): Script<PageOrDocument> {
  return yield* sendAndFollow(formStep(formOf(page, 'datos'), filling), checkPage);
}

/** The button that goes on from most forms. */
export const ACCEPT = { name: 'aceptar' };

/** Fields that hold a footprint in three; the page's script puts it together in a fourth where there is one. */
export const footprintFields = (
  page: Page,
  { province, year, number }: Footprint,
  suffix?: string,
): Record<string, string> => {
  const form = formOf(page, 'datos');
  const whole = [province, year, number, ...(suffix ? [suffix] : [])].join('-');
  const together = ['idcomunicacion', 'idcontrato'].filter((name) => hasControl(form, name));
  return {
    idcomunicacion1: province,
    idcomunicacion2: year,
    idcomunicacion3: number,
    ...(suffix && { idcomunicacion4: suffix }),
    ...Object.fromEntries(together.map((name) => [name, whole])),
  };
};

/** A worker's document, which the application wants after two blanks, and its kind, the second choice for a NIE. */
export const workerFilling = (page: Page, dni: string, kindField: string) => {
  const kinds = formOf(page, 'datos').controls.find(({ name }) => name === kindField)?.options;
  const kind = kinds?.[/^[XYZ]/.test(dni) ? 1 : 0];
  if (!kind) throw new Unreadable(`page without choices of ${kindField}`);
  return { picks: { [kindField]: kind.value }, changes: { nifnietrabajador: `  ${dni}` } };
};

/** Which contract is meant. */
export type ContractQuery =
  | { footprint: Footprint }
  | {
      dni: string;
      /** Start of the contract, `YYYY-MM-DD`. */
      startDate: string;
      /** Further conditions, on what the contract's own page says; without them the first of that date is meant. */
      cif?: string | undefined;
      ccc?: string | undefined;
      /** Contract type, 3 digits. */
      code?: string | undefined;
    };

/**
 * From a menu that offers to look a contract up by its footprint or by its worker, to the contract's own page.
 * @param links addresses of the two ways
 * @throws Refusal when there is no such contract
 */
export function* findContract(
  menu: Page,
  links: { byFootprint: string; byWorker: string },
  query: ContractQuery,
): Script<Page> {
  if ('footprint' in query) {
    const form = yield* goTo(linkStep(menu, links.byFootprint), checkPage);
    return yield* send(form, { changes: footprintFields(form, query.footprint), button: ACCEPT });
  }
  const { dni, startDate, ...conditions } = query;
  const form = yield* goTo(linkStep(menu, links.byWorker), checkPage);
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
  for (const index of rows) {
    const page = yield* send(list, { picks: { indice: index } });
    const own = isOf(page, conditions);
    // A page that does not show whose contract it is can only be taken where there is no other one.
    if (own ?? rows.length === 1) return page;
  }
  throw new Refusal(['No existen datos para esta consulta.']);
}

/** Cell of a list's row that has the start of the contract. */
const START_CELL = 5;

const rowsOf = ({ $ }: Page, startDate: string): string[] =>
  $('table.tableScroll tr')
    .toArray()
    .map((row) => $(row).children('td'))
    .filter((cells) => collapse(cells.eq(START_CELL).text()).includes(slashedDate(startDate)))
    .map((cells) => cells.eq(0).find('input[name=indice]').attr('value') ?? '')
    .filter((index) => index !== '');

/** Whether a page is of this company, account and type; `undefined` where it does not show them. */
const isOf = (
  page: Page,
  { cif, ccc, code }: { cif?: string | undefined; ccc?: string | undefined; code?: string | undefined },
): boolean | undefined => {
  const value = shownOn(page);
  const checks = [
    [value('cif').replace(/\W/g, ''), cif],
    [value('cuenta de cotización').replace(/\D/g, ''), ccc],
    [value('código de contrato'), code],
  ].flatMap(([shown = '', wanted]) => (wanted === undefined ? [] : [{ shown, wanted }]));
  if (checks.some(({ shown, wanted }) => shown !== '' && !shown.endsWith(wanted))) return false;
  return checks.some(({ shown }) => shown === '') ? undefined : true;
};

/** Looks values of a page up by part of their label, lower case. */
export const shownOn = (page: Page): ((label: string) => string) => {
  const values = labelled(page);
  return (wanted) => values.find(({ label }) => label.includes(wanted))?.value ?? '';
};

/** A date that a page shows, as `YYYY-MM-DD`. */
export const dateOf = (page: Page, label: string): string | undefined => isoDate(shownOn(page)(label));

/**
 * Text of a page that reports a success: that something was done, or the identifier that it was given.
 * @throws Refusal when the page asks back, Unreadable when it says neither
 */
export const successOf = (page: Page): string => {
  const lines = page
    .$('#contIzq p')
    .toArray()
    .map((line) => collapse(page.$(line).text()));
  const success = lines.find((line) => /identificador de la|se ha realizado correctamente/i.test(line));
  if (success) return success;
  const question = lines.find((line) => QUESTION.test(line));
  if (question) throw new Refusal([question]);
  throw new Unreadable('neither success nor error');
};

/** What the application asks back about a contract; nothing was done before it is answered. */
const QUESTION =
  /sin fecha de t.rmino|f.sica en la base de datos|igual o inferior a 90|convenio colectivo que autoriza|certificado de profesionalidad|seleccionar el campo convenio colectivo|sin fecha cierta/i;

/** What was filed already is not filed again: a form says so before it is sent. @throws Refusal */
export const refuseIfAlreadyFiled = ({ $ }: Page): void => {
  const said = $('form[name=datos] fieldset div[class*=titulo]').filter((_, element) =>
    /ya se ha comunicado/i.test($(element).text()),
  );
  if (said.length > 0) throw new Refusal([collapse(said.first().text())]);
};

/** What is wrong, wherever a page says it. @throws Refusal, OutOfService */
export const checkPage = (page: Page): void => {
  const messages = messagesOf(page);
  if (messages.some((message) => CLOSED.test(message))) throw new OutOfService(200, true);
  if (messages.length > 0) throw refusalIn(messages);
  const text = page.wholeText();
  if (/certificado\s*digital\s*no\s*v.lido/i.test(text))
    throw new AccessDenied(['Certificado digital no válido.']);
  if (/no\s*est.{1,3}\s*autorizado/i.test(text)) throw new AccessDenied(['El usuario no está autorizado.']);
};

const CLOSED =
  /no disponible en el siguiente horario|sistema no disponible|actualmente no est. disponible|en mantenimiento/i;

const messagesOf = (page: Page): string[] => {
  const { $ } = page;
  // Every page carries such a notice for browsers without scripts.
  const notice = $('#avisos > div > p:last-child').filter(
    (_, element) => $(element).closest('noscript').length === 0,
  );
  if (collapse(notice.text()) !== '') return linesOf(page, notice.first());
  const errors = $('form > fieldset').filter((_, element) => $(element).text().includes('errores'));
  if (errors.length > 0) return linesOf(page, errors.first().find('p').first());
  const principalOnly = collapse($('#contIzq > div.contIzqc > p').text());
  return principalOnly.includes('disponible para el usuario principal') ? [principalOnly] : [];
};
