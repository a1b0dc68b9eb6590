import type { Form } from '../../../form.ts';
import { escapeHtml } from '../../../html.ts';
import { listName, type Person } from '../../../state.ts';
import { dataElements, inputWithoutLabel } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { optionalDigits } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const NAMES = Array.from({ length: 7 }, (_, index) => `NA1NumSegSocialSinDC${index + 1}`);

const page = (found: (Person | undefined)[], query?: Form): Page => ({
  title: 'Identificadores de los números de afiliación',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    '<table>',
    ...NAMES.flatMap((name, index) => [
      '<tr>',
      '<td>',
      inputWithoutLabel({ name, size: 10 }, query ?? posted),
      '</td>',
      ...cells(found[index]).map((text) => `<td>${escapeHtml(text)}</td>`),
      '</tr>',
    ]),
    '</table>',
  ],
  data: found.flatMap((person) => (person ? dataElements({ TRABAJADOR: dataOf(person) }) : [])),
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'Consultar',
      text: 'Consultar',
      press(form, context) {
        const numbers = NAMES.map((name) => optionalDigits(form, name, 10));
        const people = numbers.map((number) =>
          number === '' ? undefined : context.state.persons.find(({ nss }) => nss.slice(0, 10) === number),
        );
        if (!people.some(Boolean)) throw new ProsaRefusal(TEXTS.noData);
        return page(people, form);
      },
    },
  ],
});

const cells = (person: Person | undefined): string[] =>
  person ? [person.nss, `${person.identificacion}  ${person.dni}`, listName(person)] : ['', '', ''];

const dataOf = (person: Person) => ({
  NA5NumSegSocialCompleto: person.nss,
  IP9NumDoc: person.dni,
  NOMBRE_COMPLETO: listName(person),
});

/** Documents of up to seven affiliation numbers, given without their check digits. */
export const xv24m00c: Application = { code: 'XV24M00C', start: () => page([]) };
