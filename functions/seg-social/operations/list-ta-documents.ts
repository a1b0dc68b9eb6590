import * as z from 'zod';
import { sideBySide } from '../../../shared/authorities/side-by-side.ts';
import type { Situation } from '../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { type TaDocument, taDocuments } from '../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { ccc, date, nss, regimen } from '../../../shared/kernel/fields.ts';
import { continueToken, incomplete, leave, takeUp } from '../../../shared/operation/continuation.ts';
import { reading } from '../../../shared/operation/operation.ts';
import { exampleWorker, field } from '../fields.ts';
import { leftAfter, type SituationsLeft, situationsLeft } from '../situations-in-parts.ts';

/** Most registrations that are read for their details; each needs several requests to the authority. */
const LIMIT = 20;
/** Situation of a normal registration. A record that has ended only has the situation of its end. */
const REGISTERED = '01';

export const listTaDocuments = reading({
  id: 'listTaDocuments',
  method: 'GET',
  path: '/ta-info-for-nss',
  summary: 'Altas y bajas de un trabajador en una cuenta',
  description:
    `Con el detalle de los ${LIMIT} periodos de alta más recientes. Si no ha dado tiempo a leerlo todo, la respuesta ` +
    'lleva success falso, limitReached y continueToken, y los movimientos ya leídos, que pueden ser ninguno. Los datos ' +
    'son los de cada movimiento: los de un alta que tuvo variaciones después van vacíos, porque la Seguridad Social ' +
    'solo muestra los actuales; figuran en su TA (duplicate-ta).',
  authority: 'tgss',
  rate: 'heavy',
  standing: 'chosen',
  request: z.object({
    regimen,
    ccc,
    nss,
    startDate: date('Fecha de alta: solo los movimientos de ese periodo de alta.').optional(),
    continueToken,
  }),
  response: z.array(
    z.object({
      movType: field('ALTA o BAJA.'),
      fecha_real: field('Fecha real, AAAA-MM-DD.'),
      fecha_comunicacion: field('Fecha de comunicación, AAAA-MM-DD.'),
      situacion: field('Clave de situación.'),
      tipo_contrato: field('Clave del contrato.'),
      grupo_cotizacion: field('Grupo de cotización.'),
      coef: field('Coeficiente de tiempo parcial.'),
    }),
  ),
  example: {
    request: { regimen: exampleWorker.regimen, ccc: exampleWorker.ccc, nss: exampleWorker.nss },
    response: [
      {
        movType: 'ALTA',
        fecha_real: '2025-11-03',
        fecha_comunicacion: '2025-10-30',
        situacion: '01',
        tipo_contrato: '100',
        grupo_cotizacion: '03',
        coef: '',
      },
    ],
  },
  run: async (request, { tgss, continuation }) => {
    const { regimen, ccc, nss, startDate } = request;
    const worker = { regimen, ccc, nss };
    const left = await takeUp(continuation, request, movementsLeft);
    const from: SituationsLeft = left ?? { offset: 0 };
    const [movements, { records, more }] = await sideBySide(
      left ? Promise.resolve(left.movements.map(unpacked)) : tgss.read(taDocuments, worker).then(movementsOf),
      tgss.read(situations, {
        ...worker,
        ...(startDate && { startDate }),
        offset: from.offset,
        ...(from.after && { after: from.after }),
        limit: LIMIT - from.offset,
        atLeast: left ? 1 : 0,
      }),
    );
    const next = leftAfter(from, records);
    const isCut = more && next.offset < LIMIT;

    const recordOf = ({ movType, fecha_real }: Movement) =>
      records.find((one) => one[DATE_OF[movType]] === fecha_real);
    const waiting = isCut
      ? nearest(
          movements.filter((movement) => !recordOf(movement)),
          startDate,
        )
      : [];
    const data = movements.flatMap((movement) => {
      const record = recordOf(movement);
      if (!record && (startDate || waiting.includes(movement))) return [];
      const { changed, ...told } = movement;
      return [{ ...told, ...detailsOf(movement, record) }];
    });
    if (!isCut)
      return {
        data,
        ...(more && { message: `Detalle limitado a los ${LIMIT} periodos de alta más recientes.` }),
      };
    const rest = { ...next, movements: waiting.map(packed) };
    return incomplete(data, await leave(continuation, request, rest));
  },
});

/** A movement that the portal has a document of. Dates `YYYY-MM-DD`. */
interface Movement {
  movType: 'ALTA' | 'BAJA';
  fecha_real: string;
  /** `''` if the portal does not show it. */
  fecha_comunicacion: string;
  /** A registration whose contract, group or other data were changed afterwards. */
  changed: boolean;
}

/** Registrations and terminations; changes are documents, too. */
const movementsOf = (documents: TaDocument[]): Movement[] => {
  const starts = documents
    .filter(({ movement }) => movement.startsWith('ALTA'))
    .map(({ fecha_real }) => fecha_real)
    .toSorted();
  const changedStarts = new Set(
    documents
      .filter(({ movement }) => movement.startsWith('VARIACION'))
      .map(({ fecha_real }) => starts.findLast((start) => start <= fecha_real)),
  );
  return documents.flatMap(({ movement, ...dates }) => {
    const movType = (['ALTA', 'BAJA'] as const).find((kind) => movement.startsWith(kind));
    const changed = movType === 'ALTA' && changedStarts.has(dates.fecha_real);
    return movType ? [{ movType, ...dates, changed }] : [];
  });
};

const DATE_OF = { ALTA: 'fecha_alta', BAJA: 'fecha_baja' } as const;

/** The portal shows the last data of a registration, which are not those with which a changed one began. */
const detailsOf = ({ movType, changed }: Movement, record: Situation | undefined) => {
  const hasEnded = record !== undefined && record.fecha_baja !== '';
  const then = changed ? undefined : record;
  return {
    situacion: movType === 'ALTA' && hasEnded ? REGISTERED : (record?.situacion ?? ''),
    tipo_contrato: then?.tipo_contrato ?? '',
    grupo_cotizacion: then?.grupo_cotizacion ?? '',
    coef: then?.coef ?? '',
  };
};

/** Most movements that wait in a token. The registrations whose details are read have two for each, if none is corrected. */
const MAX_WAITING = 2.5 * LIMIT;

/** Where the list goes on: registrations that were read, and movements that wait for the details of theirs. */
const movementsLeft = situationsLeft.extend({ movements: z.array(z.string()) });

/**
 * The movements that those registrations can have: the latest, or the first since that start. In the portal's order.
 */
const nearest = (movements: Movement[], startDate: string | undefined): Movement[] => {
  const byDate = movements.toSorted((one, other) => (one.fecha_real < other.fecha_real ? -1 : 1));
  const since = byDate.filter(({ fecha_real }) => startDate === undefined || fecha_real >= startDate);
  const chosen = new Set(startDate === undefined ? since.slice(-MAX_WAITING) : since.slice(0, MAX_WAITING));
  return movements.filter((movement) => chosen.has(movement));
};

/** A movement as `A`, `C` where it was changed, or `B` for its end, and its two dates. */
const packed = ({ movType, changed, fecha_real, fecha_comunicacion }: Movement): string =>
  `${changed ? 'C' : movType.charAt(0)}${[fecha_real, fecha_comunicacion].map((date) => date.replaceAll('-', '').padEnd(8)).join('')}`;

const unpacked = (text: string): Movement => {
  const dateAt = (at: number) =>
    text
      .slice(at, at + 8)
      .trim()
      .replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return {
    movType: text.startsWith('B') ? 'BAJA' : 'ALTA',
    changed: text.startsWith('C'),
    fecha_real: dateAt(1),
    fecha_comunicacion: dateAt(9),
  };
};
