import { normalizeDocument, normalizeName } from '../../../identifiers.ts';
import { listName, type Person } from '../../../state.ts';
import { checkbox, dataElements, documentKinds, input } from '../elements.ts';
import { type Application, continueButton, type Page } from '../page.ts';
import { digits, required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const page: Page = {
  title: 'Número de afiliación de un documento',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    ...documentKinds(posted),
    ...input({ name: 'ipf6NumeroDocumento', size: 15 }, 'Número de documento', posted),
    ...input({ name: 'primerApellido', size: 20 }, 'Primer apellido', posted),
    ...input({ name: 'segundoApellido', size: 20 }, 'Segundo apellido', posted),
    ...checkbox({ name: 'checkApellido1', value: '1' }, 'No consta el primer apellido', posted),
    ...checkbox({ name: 'checkApellido2', value: '2' }, 'No consta el segundo apellido', posted),
  ],
  buttons: [
    continueButton('ENVIO_2', (form, context) => {
      const kind = digits(form, 'tipo', 1);
      const number = normalizeDocument(required(form, 'ipf6NumeroDocumento'));
      const person = context.state.persons.find(
        ({ identificacion, dni }) => String(identificacion) === kind && normalizeDocument(dni) === number,
      );
      if (!person) throw new ProsaRefusal(TEXTS.noData);
      const named =
        (form.has('checkApellido1') || isSameName(form.get('primerApellido'), person.surname)) &&
        (form.has('checkApellido2') || isSameName(form.get('segundoApellido'), person.secondSurname));
      if (!named) throw new ProsaRefusal(TEXTS.wrongDocument);
      return { ...page, data: dataElements({ SECCION_1: dataOf(person) }) };
    }),
  ],
};

const isSameName = (one: string, other: string): boolean => normalizeName(one) === normalizeName(other);

const dataOf = (person: Person) => ({
  CODIGO_TIPO: String(person.identificacion),
  IP6NUMERO_DOCUMENTO: person.dni,
  NOMBRE_COMPLETO: listName(person),
  NA5NumSegSocialCompleto: person.nss,
});

/** Finds the affiliation number of a document, given the surnames. */
export const xv24m00d: Application = { code: 'XV24M00D', start: () => page };
