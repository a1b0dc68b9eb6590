import * as z from 'zod';

/** The members that every answer has around its payload. The OpenAPI document gets its response schemas from it. */
export const envelope = z
  .looseObject({
    success: z.boolean().meta({ description: 'Verdadero si la operación se realizó.' }),
    message: z.string().meta({ description: 'Mensaje del resultado; OK en la mayoría de los casos.' }),
    status: z.int().meta({ description: 'Código de estado HTTP.' }),
    data: z.unknown().meta({ description: 'Contenido de la respuesta, o lista vacía.' }),
  })
  .meta({ id: 'Envelope' });

/** The additional members of a failure. */
export const failure = envelope
  .extend({
    success: z.literal(false),
    data: z
      .union([z.array(z.never()), z.record(z.string(), z.unknown())])
      .meta({ description: 'Lista vacía.' }),
    errors: z.record(z.string(), z.array(z.string())).optional().meta({
      description:
        'Mensajes por campo (ruta con puntos), cabecera u organismo (tgss, sepe, aeat, dehu); solo si hay alguno.',
    }),
    maintenance: z.boolean().meta({ description: 'Verdadero si el organismo está en mantenimiento.' }),
  })
  .meta({ id: 'Failure' });
