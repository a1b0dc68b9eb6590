import * as z from 'zod';
import type { Situation } from '../../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { taDocuments } from '../../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { ccc, date, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { sideBySide } from '../../../../shared/kernel/side-by-side.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { continueToken, incomplete, leave, takeUp } from '../../../../shared/operation/continuation.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { provedPeriod } from '../facts.ts';
import { exampleInAccount } from '../fields.ts';
import { type Movement, movementsOf, nearest, packed, unpacked } from '../movements.ts';
import { leftAfter, type SituationsLeft, situationsLeft } from '../situations-in-parts.ts';

/** Most registrations that are read for their details; each needs several requests to the authority. */
const LIMIT = 20;
/** Most movements that wait in a token. Without corrections, a registration has two. */
const MAX_WAITING = 2.5 * LIMIT;
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
      movType: answerText('ALTA o BAJA.'),
      fecha_real: answerText('Fecha real, AAAA-MM-DD.'),
      fecha_comunicacion: answerText('Fecha de comunicación, AAAA-MM-DD.'),
      situacion: answerText('Clave de situación.'),
      tipo_contrato: answerText('Clave del contrato.'),
      grupo_cotizacion: answerText('Grupo de cotización.'),
      coef: answerText('Coeficiente de tiempo parcial.'),
    }),
  ),
  example: {
    request: exampleInAccount,
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
  // A document proves nothing without the registration itself.
  emitsOnRead: ({ regimen, ccc, nss }, movements) =>
    movements.flatMap(({ movType, fecha_real, situacion }) => {
      const [alta, baja] = movType === 'ALTA' ? [fecha_real, ''] : ['', fecha_real];
      const isProved = situacion !== '' && (alta === '' || !hasUnprovedEnd(movements, alta));
      return isProved ? provedPeriod({ account: `${regimen}${ccc}`, nss }, alta, baja) : [];
    }),
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
          MAX_WAITING,
          startDate,
        )
      : [];
    const data = movements.flatMap((movement) => {
      const record = recordOf(movement);
      if (!record && (startDate || waiting.includes(movement))) return [];
      const { changed, ...shown } = movement;
      return [{ ...shown, ...detailsOf(movement, record) }];
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

/** Whether a registration has ended, and the answer has no more than a document of that. */
const hasUnprovedEnd = (
  movements: readonly { movType: string; fecha_real: string; situacion: string }[],
  alta: string,
): boolean =>
  movements.some(
    ({ movType, fecha_real, situacion }) => movType === 'BAJA' && situacion === '' && fecha_real >= alta,
  );

/** Where the list continues: registrations that were read, and movements that wait for details. */
const movementsLeft = situationsLeft.extend({ movements: z.array(z.string()) });

const DATE_OF = { ALTA: 'fecha_alta', BAJA: 'fecha_baja' } as const;

/** The portal shows a registration's latest data, which may differ from its first ones. */
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
