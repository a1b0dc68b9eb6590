import * as z from 'zod';
import type { Annex } from '../../../shared/authorities/dehu/documents.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import type { Ports } from '../../../shared/operation/ports.ts';

/** The annexes of a notification in answers. */
export const annexList = z
  .array(
    z.object({
      name: z.string().meta({ description: 'Nombre, como lo da DEHú.' }),
      url: z.string().meta({ description: 'Dirección en la que está, si no está en DEHú; vacía si está.' }),
      file: fileObject.nullable().meta({
        description:
          'Contenido del anexo. DEHú lo da solo durante un día desde que se abre la notificación; nulo si ' +
          'no lo da o no se pide.',
      }),
    }),
  )
  .meta({ description: 'Anexos.' });

/** Annexes for an answer; their contents are documents of it. */
export const keepAnnexes = (
  annexes: Annex[],
  { keep }: Pick<Ports, 'keep'>,
): Promise<z.output<typeof annexList>> =>
  Promise.all(
    annexes.map(async ({ name, url, document }) => ({
      name,
      url,
      file: document ? await keep(document) : null,
    })),
  );
