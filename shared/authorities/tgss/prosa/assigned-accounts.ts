import { type Exchange, Unreadable } from '../../exchange.ts';
import { collapse } from '../../html/page.ts';
import { openAs } from './authorised-users.ts';
import { pressProsa } from './dialog.ts';
import type { ProsaPage } from './page.ts';

/** A contribution account that is assigned to an authorised user. */
export interface AssignedAccount {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  razon_social: string;
  /** Code of its type, as the portal has it. */
  tipo: string;
}

/** The accounts in force that are assigned to an authorised user of the certificate. */
export const assignedAccounts: Exchange<'reading', { authorised: string }, AssignedAccount[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV24P002 assigned accounts',
  standing: {
    state: 'confirmed',
    note:
      'aonsolutions/aon-application: choices by id, CRITERIOS, elements of the rows, SIGUIENTE. Assumed: names of ' +
      'actions; that the first page is HTML.',
    ifWrong: 'Nothing: it only lists accounts.',
  },
  script: function* ({ authorised }) {
    const criteria = yield* openAs('XV24P002', authorised, 'authorized_num');
    let page = yield* pressProsa(criteria, {
      button: 'CRITERIOS',
      action: 'CRITERIOS',
      changes: choicesOn(criteria, CHOICES),
    });
    const accounts = [...accountsOn(page)];
    for (let pages = 1; goesOn(page); pages++) {
      if (pages === MAX_PAGES) throw new Unreadable('a list without end');
      page = yield* pressProsa(page, { button: 'SIGUIENTE', action: 'SIGUIENTE' });
      accounts.push(...accountsOn(page));
    }
    return accounts;
  },
};

/** Most pages of one list that are read. */
const MAX_PAGES = 100;

/** Ids of controls and their values: the user's accounts in force, shown at once. */
const CHOICES = { autorizado_1: undefined, seleccion_2: 'A', seleccion_3: 'O' };

/** Programs find these controls by their ids, and the page has their names. @throws Unreadable if it lacks one */
const choicesOn = ({ $ }: ProsaPage, wanted: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wanted).map(([id, value]) => {
      const control = $(`[id="${id}"]`);
      const name = control.attr('name');
      const chosen = value ?? control.attr('value');
      if (!name || chosen === undefined) throw new Unreadable(`page without ${id}`);
      return [name, chosen];
    }),
  );

/** Whether the page says that another one follows. */
const goesOn = ({ $ }: ProsaPage): boolean =>
  $('pagSiguiente')
    .toArray()
    .some((node) => /^true$/i.test(collapse($(node).text())));

/** @throws Unreadable for a page without accounts, which must not count as an empty list, or a row that names none */
const accountsOn = ({ $ }: ProsaPage): AssignedAccount[] => {
  const rows = $('asignadosCCC').toArray();
  if (rows.length === 0) throw new Unreadable('a page without accounts');
  return rows.map((node) => {
    const row = $(node);
    const text = (name: string) => collapse(row.find(name).first().text());
    const [, scheme, province, number] = /^(\d{1,4}) (\d{2}) (\d{9})$/.exec(text('cccFormateado')) ?? [];
    if (!scheme || !province || !number) throw new Unreadable('a row without account');
    return {
      regimen: scheme.padStart(4, '0'),
      ccc: `${province}${number}`,
      razon_social: text('razSoc'),
      tipo: text('tbaTipoCcc > codigoStr'),
    };
  });
};
