import * as z from 'zod';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import type { Import } from '../import.ts';
import { exampleShownWorker, shownWorker, toShown } from './worker.ts';

/** Schema of an import in an answer, planned or done. */
export const shownImport = z.object({
  imported: z.boolean().meta({ description: 'Si se ha guardado; si no, es la vista previa.' }),
  preview: answerText('Clave de lo que aquí se muestra, para guardarlo.'),
  added: z.int().meta({ description: 'Trabajadores que entran en la plantilla.' }),
  changed: z.int().meta({ description: 'Trabajadores de la plantilla que cambian.' }),
  kept: z.int().meta({ description: 'Trabajadores de la plantilla que quedan como están.' }),
  workers: z
    .array(
      z.object({
        before: shownWorker.nullable().meta({ description: 'Como está en la plantilla; null si no está.' }),
        after: shownWorker.meta({ description: 'Como queda.' }),
        partly: z.boolean().meta({
          description:
            'Si no se pudieron leer los datos de su alta (contrato, coeficiente, grupo y CNO): quedan como estaban, o sin decir.',
        }),
      }),
    )
    .meta({ description: 'Los que entran o cambian.' }),
  skipped: z
    .array(
      z.object({
        account: answerText('Régimen y cuenta de cotización, 15 dígitos.'),
        because: answerText('Por qué.'),
      }),
    )
    .meta({
      description: 'Cuentas de las que no se importa nada, porque no se pudo leer quién está de alta.',
    }),
});

export const toImport = ({
  isDone,
  workers,
  preview,
  kept,
  skipped,
}: Import): z.output<typeof shownImport> => {
  const added = workers.filter(({ before }) => !before).length;
  return {
    imported: isDone,
    preview,
    added,
    changed: workers.length - added,
    kept,
    workers: workers.map(({ account, before, after, isPartly }) => ({
      before: before ? toShown(account, before) : null,
      after: toShown(account, after),
      partly: isPartly,
    })),
    skipped,
  };
};

export const exampleImport: z.output<typeof shownImport> = {
  imported: false,
  added: 1,
  changed: 0,
  kept: 0,
  skipped: [],
  preview: '9f2d64c1e0b7a8534612fedcba0987653b8c1f0e5a7d4c29b6e1f2a0d9c8b7a6',
  workers: [{ before: null, after: exampleShownWorker, partly: false }],
};
