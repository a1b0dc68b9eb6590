import { normalizeDocument, normalizeName } from '../../identifiers.ts';
import type { Person } from '../../state.ts';
import { button, input, titled } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { digits, inputText, pressed } from '../reading.ts';
import { Refusal } from '../refusal.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM6700',
  body: (posted) => [
    ...input('SDFTIPO_ayuda', 'Tipo de documento', 1, posted),
    ...input('SDFNUMERO', 'Número de documento', 14, posted),
    ...input('SDFAPELL1', 'Primer apellido', 20, posted),
    ...input('SDFAPELL2', 'Segundo apellido', 20, posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const type = digits(form, 'SDFTIPO_ayuda', 1);
    const number = normalizeDocument(inputText(form, 'SDFNUMERO'));
    const person = context.state.persons.find(
      ({ identificacion, dni }) => String(identificacion) === type && normalizeDocument(dni) === number,
    );
    if (!person) throw new Refusal(DIL.noData);
    if (normalizeName(inputText(form, 'SDFAPELL1')) !== normalizeName(person.surname)) {
      throw new Refusal(DIL.wrongDocument, 'SDFAPELL1');
    }
    return answerPage(person);
  },
};

const answerPage = (person: Person): Page => ({
  formname: 'ATRM6701',
  body: () => [
    ...titled('SDFPROVNAF', 'Número de afiliación', person.nss.slice(0, 2)),
    ...titled('SDFNUMNAF', 'Número', person.nss.slice(2)),
    button('Sub2207401004', 'Volver'),
  ],
  answer: () => firstScreen,
});

/** Finds the affiliation number of a document, given the first surname. */
export const atr67: Transaction = { code: 'ATR67', start: () => firstScreen };
