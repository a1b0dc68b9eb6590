import { type Exchange, NothingFound, Unreadable } from '../../exchange.ts';
import { collapse } from '../../html/page.ts';
import { digitsOf, documentKind, sameCode } from '../values.ts';
import { askAsOwner } from './authorised-users.ts';
import { kindOn } from './contribution-record.ts';
import type { ProsaPage } from './page.ts';

/** Who a person is to the Seguridad Social: the numbers of one person, each found by the other. */
export interface Identity {
  /** 12 digits. */
  nss: string;
  /** Kind of the document: 1 DNI, 2 passport, 6 NIE. */
  identificacion: string;
  /** Number of the document, as the portal shows it. */
  dni: string;
  nombres: string;
  apellidos: string;
}

/** The person whose number is wanted. Without a second surname the portal gets a mark that there is none. */
export interface NamedDocument {
  dni: string;
  apellido1: string;
  apellido2?: string | undefined;
}

const ASKS = 'Nothing: it only shows the numbers of a person.';

/** The affiliation number of a document, for which the portal wants the surnames, too. */
export const numberOfDocument: Exchange<'reading', NamedDocument, Identity> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV24M00D affiliation number by document',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application: fields, boxes, ENVIO_2, labels of the answer. Assumed: names in data only, of ' +
      'which one has NOMBRE. Settled by that answer.',
    ifWrong: ASKS,
  },
  script: function* ({ dni, apellido1, apellido2 }) {
    const page = yield* askAsOwner(
      'XV24M00D',
      (first) => ({
        button: 'ENVIO_2',
        action: 'Continuar',
        changes: {
          tipo: kindOn(first, documentKind(dni)),
          ipf6NumeroDocumento: dni.replace(/^0(?=.{9}$)/, ''),
          primerApellido: apellido1.toUpperCase(),
          segundoApellido: (apellido2 ?? '').toUpperCase(),
        },
        ...(!apellido2 && { whereOffered: { checkApellido2: '2' } }),
      }),
      isOfAnyUser,
    );
    const shown = page.isXml ? shownAsData(page) : shownInSection(page);
    if (shown.dni && !sameCode(shown.dni, dni)) throw new Unreadable('the number of another document');
    return identityOf({ ...shown, dni: shown.dni || dni });
  },
};

/** The document of an affiliation number. */
export const documentOfNumber: Exchange<'reading', { nss: string }, Identity> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV24M00C document by affiliation number',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application: fields, ENVIO_3, cells of a row. Assumed: names in data only, of which one has ' +
      'NOMBRE and one DOC. Settled by that answer.',
    ifWrong: ASKS,
  },
  script: function* ({ nss }) {
    const page = yield* askAsOwner(
      'XV24M00C',
      () => ({
        button: 'ENVIO_3',
        action: 'Consultar',
        // Without its check digits.
        changes: { [FIRST_NUMBER]: nss.slice(0, 10) },
      }),
      isOfAnyUser,
    );
    const found = identityOf(page.isXml ? shownAsData(page) : shownInRow(page));
    if (found.dni === '') throw new Unreadable('a number without document');
    if (found.nss !== nss)
      throw new NothingFound('La Seguridad Social tiene ese número con otros dígitos de control.', 'nss');
    return found;
  },
};

const FIRST_NUMBER = 'NA1NumSegSocialSinDC1';

/** It does not depend on the authorised user who a person is. */
const isOfAnyUser = () => false;

/** A person as a page shows them; `''` where it shows nothing. */
interface Shown {
  nss: string;
  kind: string;
  dni: string;
  name: string;
}

/** @throws Unreadable without the number */
const identityOf = ({ nss, kind, dni, name }: Shown): Identity => {
  if (digitsOf(nss).length !== 12) throw new Unreadable('an answer without affiliation number');
  const [apellidos = '', nombres = ''] = name.split(',');
  return {
    nss: digitsOf(nss),
    identificacion: /^\d/.exec(kind)?.[0] ?? documentKind(dni),
    dni,
    nombres: nombres.trim(),
    apellidos: apellidos.trim(),
  };
};

/** Lines of a section, each of a label, a colon and a value. */
const shownInSection = ({ $ }: ProsaPage): Shown => {
  const lines = $('[id="CONTENEDOR_SECCION_1"] div')
    .toArray()
    .filter((line) => $(line).children('div').length === 0)
    .map((line) => collapse($(line).text()));
  const value = (label: RegExp) => {
    const line = lines.find((one) => label.test(one));
    return line === undefined ? '' : line.slice(line.indexOf(':') + 1).trim();
  };
  return {
    nss: value(/^N[uú]mero de afil/i),
    kind: value(/^Tipo documento/i),
    dni: value(/^Documento/i),
    name: value(/^Nombre/i),
  };
};

/** The cells next to the number that was asked: affiliation number, kind and document, name. */
const shownInRow = ({ $ }: ProsaPage): Shown => {
  const cells = $(`[name="${FIRST_NUMBER}"]`)
    .closest('tr')
    .children('td')
    .toArray()
    .map((cell) => collapse($(cell).text()));
  const [, nss = '', document = '', name = ''] = cells;
  return { nss, ...documentIn(document), name };
};

/** A document, perhaps after its kind: `1 12345678Z`. */
const documentIn = (text: string): Pick<Shown, 'kind' | 'dni'> => {
  const [, kind = '', dni = text] = /^(\d)\s+(\S+)$/.exec(text) ?? [];
  return { kind, dni };
};

/** Values without children, next to the affiliation number: the names of others are not known in full. */
const shownAsData = ({ $ }: ProsaPage): Shown => {
  const leaves = (of: ReturnType<typeof $>) =>
    of
      .toArray()
      .filter((node) => $(node).children().length === 0)
      .map((node) => ({ node, name: $(node).prop('tagName') ?? '', text: collapse($(node).text()) }));
  const number = leaves($('*')).find(({ text }) => /^\d{2}[ /-]?\d{8}[ /-]?\d{2}$/.test(text));
  if (!number) throw new Unreadable('data without affiliation number');
  const others = leaves($(number.node).siblings());
  const named = (pattern: RegExp) => others.find(({ name }) => pattern.test(name))?.text ?? '';
  const { kind, dni } = documentIn(named(/NUM\w*DOC|^IP\d|^DOC/i));
  return { nss: number.text, kind: kind || named(/TIPO/i), dni, name: named(/NOMBRE/i) };
};
