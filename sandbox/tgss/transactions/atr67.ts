import type { Form } from '../../form.ts';
import { normalizeDocument, normalizeName } from '../../identifiers.ts';
import type { Person } from '../../state.ts';
import { button, input, titled } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { inputText, pressed } from '../reading.ts';

/** Since 2019 the screen has the second name of each pair. Both are here, and either is read. */
const CONTINUE = ['Sub2207601004', 'Sub2102101004_41'] as const;
const TYPE = ['SDFTIPO_ayuda', 'Sub0802501055_42'] as const;
const NUMBER = ['SDFNUMERO', 'Sub0802501055_43'] as const;
const SURNAME = ['SDFAPELL1', 'Sub0802501055_44'] as const;
const SECOND_SURNAME = ['SDFAPELL2', 'Sub0802501055_45'] as const;

type Names = readonly [old: string, current: string];

const both = ({ names, size }: { names: Names; size: number }, text: string, posted: Form): string[] =>
  names.flatMap((id) => input({ id, size }, text, posted));

/** The value of whichever is filled in. */
const read = (form: Form, [old, current]: Names): string => inputText(form, current) || inputText(form, old);

const firstScreen: Page = {
  formname: 'ATRM6700',
  body: (posted) => [
    ...both({ names: TYPE, size: 1 }, 'Tipo de documento', posted),
    ...both({ names: NUMBER, size: 14 }, 'Número de documento', posted),
    ...both({ names: SURNAME, size: 20 }, 'Primer apellido', posted),
    ...both({ names: SECOND_SURNAME, size: 20 }, 'Segundo apellido', posted),
    ...CONTINUE.map((id) => button(id, 'Continuar')),
  ],
  answer(form, context) {
    if (!CONTINUE.some((id) => pressed(form, id))) return firstScreen;
    const type = read(form, TYPE);
    const number = normalizeDocument(read(form, NUMBER));
    if (type === '' || read(form, NUMBER) === '') throw new Refusal(DIL.missing, TYPE[1]);
    const person = context.state.persons.find(
      ({ identificacion, dni }) => String(identificacion) === type && normalizeDocument(dni) === number,
    );
    if (!person) throw new Refusal(DIL.noData);
    const second = read(form, SECOND_SURNAME);
    const named =
      normalizeName(read(form, SURNAME)) === normalizeName(person.surname) &&
      (second === '' || normalizeName(second) === normalizeName(person.secondSurname));
    if (!named) throw new Refusal(DIL.wrongDocument, SURNAME[1]);
    return answerPage(person);
  },
};

const answerPage = (person: Person): Page => ({
  formname: 'ATRM6701',
  body: () => [
    ...titled('SDFPROVNAF', 'Número de afiliación', person.nss.slice(0, 2)),
    ...titled('SDFNUMNAF', 'Número', person.nss.slice(2)),
    ...titled('Sub0200101079_11', 'Número de afiliación', person.nss.slice(0, 2)),
    ...titled('Sub0200101079_42', 'Número', person.nss.slice(2)),
    button('Sub2207401004', 'Volver'),
  ],
  answer: () => firstScreen,
});

/** Finds the affiliation number of a document, given the first surname. */
export const atr67: Transaction = { code: 'ATR67', start: () => firstScreen };
