import * as z from 'zod';
import { forbidden, type Messages } from '../../shared/kernel/errors.ts';
import type { Identifier } from '../../shared/kernel/fields.ts';
import { hasValidCheckDigits } from '../../shared/kernel/identifiers.ts';
import { answerText } from '../../shared/operation/answer-fields.ts';
import type { Caller } from '../../shared/operation/ports.ts';
import { listName, type Person } from '../state.ts';

/** A worker, with the fields that other operations take. */
export const worker = z
  .object({
    nss: answerText('Número de la Seguridad Social.'),
    identificacion: z.int().meta({ description: 'Tipo de documento: 1 DNI, 2 pasaporte, 6 NIE.' }),
    dni: answerText('Número del documento.'),
    name: answerText('Apellidos y nombre.'),
  })
  .meta({ id: 'SandboxWorker', description: 'Trabajador del entorno de pruebas.' });

export const workerOf = (person: Person): z.output<typeof worker> => ({
  nss: person.nss,
  identificacion: person.identificacion,
  dni: person.dni,
  name: listName(person),
});

/** A name in capitals, as the authorities write it. */
export const capitals = (name: string): string => name.toLocaleUpperCase('es');

/** The day of the world. */
export const today = answerText('Día que es en el entorno de pruebas, AAAA-MM-DD.');

/**
 * Admits only the account itself, because its world has the data of all its client companies.
 * @throws ServiceError 403 for a client company
 */
export const ofAccountItself = ({ clientId }: Caller): void => {
  if (clientId !== undefined)
    throw forbidden('Una empresa cliente no puede cambiar el entorno de pruebas de la cuenta.');
};

/** Errors of check digits by field. They are checked on every stage, because invented numbers must have valid ones, too. */
export const wrongDigits = (
  kind: Identifier,
  field: Record<string, string | undefined>,
  context: Record<string, unknown> = {},
): Messages =>
  Object.fromEntries(
    Object.entries(field)
      .filter(([, value]) => value !== undefined && !hasValidCheckDigits(kind, value, context))
      .map(([name]) => [name, ['Los dígitos de control no son correctos.']]),
  );

/** Counts by authority and kind, such as `tgss.alta`. */
export const counts = (description: string) => z.record(z.string(), z.int()).meta({ description });

/** Hash of the whole state of the stand-ins. */
export const digest = answerText(
  'Resumen de todo lo que hay en el entorno: cambia si, y solo si, algo ha cambiado en los organismos.',
);
