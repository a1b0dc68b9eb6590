import * as z from 'zod';

const described = (description: string) => z.string().meta({ description });

/** A worker, with the fields by which other operations take one. */
export const worker = z
  .object({
    nss: described('Número de la Seguridad Social.'),
    identificacion: z.int().meta({ description: 'Tipo de documento: 1 DNI, 2 pasaporte, 6 NIE.' }),
    dni: described('Número del documento.'),
    name: described('Apellidos y nombre.'),
  })
  .meta({ id: 'SandboxWorker', description: 'Trabajador del entorno de pruebas.' });

/** Counts by authority and kind, such as `tgss.alta`. */
export const counts = (description: string) => z.record(z.string(), z.int()).meta({ description });

/** A hash of all that the stand-ins hold. */
export const digest = described(
  'Resumen de todo lo que hay en el entorno: cambia si, y solo si, algo ha cambiado en los organismos.',
);
