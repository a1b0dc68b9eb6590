import * as z from 'zod';
import { invalid, limitReached } from '../../../shared/kernel/errors.ts';
import { date, dni, identificacion, nss, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { Person, State } from '../../state.ts';
import { addPerson, isKnownPerson, MOST } from '../../worlds/newcomers.ts';
import { capitals, ofAccountItself, worker, workerOf, wrongDigits } from '../fields.ts';
import { worldsOfStage } from '../stage.ts';

const request = z.object({
  identificacion: identificacion.optional().meta({ description: 'Tipo de documento; DNI si no se indica.' }),
  dni: dni.optional(),
  nss: nss.optional(),
  name: text(30, 'Nombre.').optional(),
  surname: text(30, 'Primer apellido.').optional(),
  secondSurname: text(30, 'Segundo apellido.').optional(),
  birthDate: date('Fecha de nacimiento.').optional(),
});
type Request = z.output<typeof request>;

export const createWorker = resource({
  id: 'createSandboxWorker',
  method: 'POST',
  path: '/workers',
  summary: 'Añadir un trabajador al entorno de pruebas de la cuenta',
  description:
    'Lo conocen todos los organismos de prueba, y no está de alta en ninguna cuenta. Lo que no se indica se inventa. Los ' +
    'dígitos de control deben ser correctos. Indique solo personas inventadas. Una empresa cliente no puede añadirlo.',
  access: 'files',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  request,
  response: worker,
  example: {
    request: { name: 'Lucía', surname: 'Ibáñez' },
    response: { nss: '289999910017', identificacion: 1, dni: '99999100S', name: 'IBÁÑEZ MUÑOZ, LUCÍA' },
  },
  run: async (wished, { caller }) => {
    const added = await worldsOfStage().enter(caller.accountId, ({ environment: { state } }) =>
      addPerson(state, wishesOf(state, wished)),
    );
    return { data: workerOf(added) };
  },
});

/** @throws ServiceError 422 for numbers that are wrong or of somebody else, or if the world is full */
const wishesOf = (state: State, wished: Request): Pick<Person, 'identificacion'> & Partial<Person> => {
  const { identificacion = '1', dni, nss, name, surname, secondSurname, birthDate } = wished;
  const known = isKnownPerson(state, { nss: nss ?? '', ...(dni && { dni }) });
  const errors = {
    ...wrongDigits('document', { dni }, { identificacion }),
    ...wrongDigits('nss', { nss }),
    ...(known.dni && { dni: ['Ya hay una persona con este documento en el entorno de pruebas.'] }),
    ...(known.nss && { nss: ['Ya hay una persona con este número en el entorno de pruebas.'] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (state.persons.length >= MOST.persons)
    throw limitReached(`El entorno de pruebas ya tiene ${MOST.persons} personas, el máximo.`);
  return {
    identificacion: Number(identificacion) as Person['identificacion'],
    ...(dni && { dni }),
    ...(nss && { nss }),
    ...(name && { name: capitals(name) }),
    ...(surname && { surname: capitals(surname) }),
    ...(secondSurname && { secondSurname: capitals(secondSurname) }),
    ...(birthDate && { birthDate }),
  };
};
