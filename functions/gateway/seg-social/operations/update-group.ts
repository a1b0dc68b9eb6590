import * as z from 'zod';
import { changeGroup } from '../../../../shared/authorities/tgss/prosa/change-record.ts';
import { codeOf, contributionRecord } from '../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { sameCode } from '../../../../shared/authorities/tgss/values.ts';
import { digits, notZeros } from '../../../../shared/kernel/fields.ts';
import { slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { changeAct } from '../acts.ts';
import { CHANGE, changeFact, changeReply, fileChange, foundChange } from '../change.ts';
import { changeOf, exampleWorkerWithoutKind } from '../fields.ts';
import { isVariationSince } from '../look-ups.ts';

export const updateGroup = submission({
  ...CHANGE,
  id: 'updateGroup',
  path: '/contribution-group',
  summary: 'Variar el grupo de cotización de un trabajador',
  request: z.object({
    ...changeOf,
    grupo_cotizacion: notZeros(digits(2, 'Grupo de cotización.')).meta({ codeList: 'groups' }),
  }),
  example: {
    request: {
      ...exampleWorkerWithoutKind,
      fecha_real: '2026-12-01',
      grupo_cotizacion: '04',
      duplicate: 1,
    },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) => fileChange(changeGroup, request, ports),
  acts: (request) => [changeAct('group', request, [request.fecha_real, request.grupo_cotizacion])],
  replyAgain: (request, _, ports) => changeReply({}, request, ports),
  emits: changeFact,
  lookUp: {
    find: async (request, { since }, ports) => {
      const { grupoCotizacion } = await ports.tgss.read(contributionRecord, request);
      const isDone =
        grupoCotizacion.fechaCambioGrupo === slashedDate(request.fecha_real) &&
        sameCode(codeOf(grupoCotizacion.grupoCotizacion), request.grupo_cotizacion) &&
        (await isVariationSince(ports.tgss, request, since));
      return foundChange(isDone, request, ports);
    },
  },
});
