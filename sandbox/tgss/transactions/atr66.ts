import { listName, type Person } from '../../state.ts';
import { button, input, titled } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { inputScreen, type Page } from '../page.ts';
import { digits } from '../reading.ts';

const RETURN = 'Sub2207401004';

const firstScreen: Page = inputScreen({
  formname: 'ATRM6600',
  continues: 'Sub2207201008',
  inputs: (posted) => [
    ...input({ id: 'SDFPROVANT', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFNUMANT', size: 10 }, 'Número', posted),
  ],
  next(form, context) {
    const nss = digits(form, 'SDFPROVANT', 2) + digits(form, 'SDFNUMANT', 10);
    return answerPage(
      nss,
      context.state.persons.find((person) => person.nss === nss),
    );
  },
});

/** An unknown number is reported in place of the name, not in the message line. */
const answerPage = (nss: string, person: Person | undefined): Page => ({
  formname: 'ATRM6601',
  body: () => [
    ...titled('SDFCODNUE', 'Número de afiliación', nss),
    ...titled('SDFIPFTIPO', 'Tipo de documento', person ? String(person.identificacion) : ''),
    ...titled('SDFIPFNUM', 'Número de documento', person ? person.dni.padStart(10, '0') : ''),
    ...titled('SDFNOMBRE', 'Nombre', person ? listName(person) : 'NUMERO DE AFILIACION INEXISTENTE'),
    button(RETURN, 'Volver'),
  ],
  answer: () => firstScreen,
});

/** The document of an affiliation number. */
export const atr66: Transaction = { code: 'ATR66', start: () => firstScreen };
