import * as z from 'zod';
import {
  type CccWorker,
  cccHolder,
  cccWorkers,
} from '../../../../shared/authorities/tgss/jacada/ccc-workers.ts';
import type { WORKERS } from '../../../../shared/authorities/tgss/jacada/worker-of-ccc.ts';
import { ccc, code, regimen } from '../../../../shared/kernel/fields.ts';
import { sideBySide } from '../../../../shared/kernel/side-by-side.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { firstNamesFirst, plainDocument } from '../../../../shared/kernel/text.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { continueToken, incomplete, leave, takeUp } from '../../../../shared/operation/continuation.ts';
import { isoDay } from '../../../../shared/operation/fact.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc, exampleWorker } from '../fields.ts';

/** The lists of the authority for each option. */
const LISTS = {
  '1': ['registered'],
  '2': ['previous'],
  '3': ['registered', 'previous'],
} as const;

export const listEmployees = reading({
  id: 'listEmployees',
  method: 'GET',
  path: '/employees-in-enterprise',
  summary: 'Trabajadores de una cuenta de cotización',
  description:
    'Cada lista se lee entera. Si no ha dado tiempo a leer alguna, la respuesta lleva success falso, limitReached y ' +
    'continueToken, para obtenerla.',
  authority: 'tgss',
  rate: 'read',
  standing: 'document',
  request: z.object({
    regimen,
    ccc,
    options: code(
      { '1': 'altas consolidadas', '2': 'altas previas', '3': 'ambas' },
      'Altas consolidadas (1), altas previas, de fecha futura (2), o ambas (3).',
    ),
    continueToken,
  }),
  response: z.object({
    enterprise: z.object({
      cuenta_cotizacion: answerText('Cuenta de cotización.'),
      nombre_empresa: answerText('Nombre de la empresa.'),
    }),
    employees: z.array(
      z.object({
        nss: answerText('Número de la Seguridad Social.'),
        identificacion: answerText('Tipo de documento, por la forma de su número.'),
        ipf: answerText('Documento.'),
        fecha_real: answerText('Fecha real, DD-MM-AAAA.'),
        nombres: answerText('Apellidos y nombre.'),
        situacion: answerText('AL de alta, BJ de baja.'),
      }),
    ),
  }),
  example: {
    request: { ...exampleCcc, options: 1 },
    response: {
      enterprise: { cuenta_cotizacion: exampleWorker.ccc, nombre_empresa: 'CONSTRUCCIONES EJEMPLO SL' },
      employees: [
        {
          nss: exampleWorker.nss,
          identificacion: '1',
          ipf: exampleWorker.dni,
          fecha_real: '03-11-2025',
          nombres: 'GARCIA LOPEZ, ANA',
          situacion: 'AL',
        },
      ],
    },
  },
  emitsOnRead: ({ regimen, ccc }, { employees }) =>
    employees
      .filter(({ situacion }) => situacion === 'AL')
      .map(({ ipf, nss, fecha_real, nombres }) => ({
        kind: 'alta',
        account: `${regimen}${ccc}`,
        document: plainDocument(ipf),
        nss,
        name: firstNamesFirst(nombres),
        date: isoDay(fecha_real),
      })),
  run: async (request, { tgss, continuation, authorityNow }) => {
    const { regimen, ccc, options } = request;
    const left = await takeUp(continuation, request, listsLeft);
    const lists = left?.lists ?? [...LISTS[options]];
    // The first question of a request has all of its time; a later one may be left for the next request.
    const readList = (which: keyof typeof WORKERS, index: number) =>
      tgss.read(cccWorkers, { regimen, ccc, which, mayWait: !left || index > 0 });
    const known = left?.nombre_empresa;
    const [nombre_empresa, ...read] = await sideBySide<[string, ...(CccWorker[] | undefined)[]]>(
      known === undefined ? tgss.read(cccHolder, { regimen, ccc }) : Promise.resolve(known),
      ...lists.map(readList),
    );
    const enterprise = { cuenta_cotizacion: ccc, nombre_empresa };
    const today = madridDay(authorityNow);
    const employees = lists.flatMap((which, index) => {
      const workers = read[index] ?? [];
      return (which === 'previous' ? workers.filter(isScheduled(today)) : workers).map(asListed);
    });
    const waiting = lists.filter((_, index) => !read[index]);
    if (waiting.length === 0) return { data: { enterprise, employees } };
    const rest = { lists: waiting, ...(nombre_empresa.length <= LONGEST_NAME && { nombre_empresa }) };
    return incomplete({ enterprise, employees }, await leave(continuation, request, rest));
  },
});

/** Longest name of a company in a token. The portal's own field is shorter. */
const LONGEST_NAME = 200;

/** The lists that were not read yet. The name is kept to save a question. */
const listsLeft = z.object({
  lists: z.array(z.enum(['registered', 'previous'])),
  nombre_empresa: z.string().optional(),
});

/** The second list of the portal has terminations and former workers, too. */
const isScheduled =
  (today: string) =>
  ({ situacion, fecha_real }: CccWorker): boolean =>
    situacion === 'AL' && fecha_real > today;

/** In this operation, dates of the interface begin with the day. */
const asListed = <W extends { fecha_real: string }>(worker: W): W => ({
  ...worker,
  fecha_real: worker.fecha_real.split('-').reverse().join('-'),
});
