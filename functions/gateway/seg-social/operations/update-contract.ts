import * as z from 'zod';
import { changeContract } from '../../../../shared/authorities/tgss/jacada/change-contract.ts';
import { codeOf, contributionRecord } from '../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { sameCode } from '../../../../shared/authorities/tgss/values.ts';
import { ccc, date, dni, duplicate, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { changeAct } from '../acts.ts';
import { CHANGE, changeReply, fileChange, foundChange } from '../change.ts';
import { coefficientDoubts, coefficientExpected } from '../coefficient-doubts.ts';
import { workerFact } from '../facts.ts';
import { coeficiente, exampleWorkerWithoutKind, tipoContrato } from '../fields.ts';
import { isVariationSince } from '../look-ups.ts';

export const updateContract = submission({
  ...CHANGE,
  id: 'updateContract',
  path: '/contract-coeficiente',
  summary: 'Variar el contrato o el coeficiente de un trabajador',
  description: 'Sin coeficiente, el contrato es a tiempo completo.',
  request: z
    .object({
      test,
      regimen,
      ccc,
      nss,
      dni,
      startDate: date('Fecha real de la variación.'),
      contractType: tipoContrato,
      coeficiente: coeficiente.optional(),
      duplicate,
    })
    .check(coefficientExpected('contractType')),
  example: {
    request: {
      ...exampleWorkerWithoutKind,
      startDate: '2026-12-01',
      contractType: '200',
      coeficiente: '500',
      duplicate: 1,
    },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) => fileChange(changeContract, movementOf(request), ports),
  acts: (request) => [
    changeAct('contract', request, [request.startDate, request.contractType, request.coeficiente]),
  ],
  replyAgain: (request, _, ports) => changeReply({}, movementOf(request), ports),
  doubts: ({ contractType, coeficiente }) => coefficientDoubts(contractType, coeficiente),
  emits: (request) => [
    workerFact('change', request, { date: request.startDate, contractType: request.contractType }),
  ],
  lookUp: {
    find: async (request, { since }, ports) => {
      const { contrato } = await ports.tgss.read(contributionRecord, request);
      const held = codeOf(contrato.coeficienteTiempoParcial) || codeOf(contrato.coeficienteContrato);
      const isDone =
        contrato.fechaCambioContrato === slashedDate(request.startDate) &&
        sameCode(codeOf(contrato.tipoContrato), request.contractType) &&
        sameCode(held, request.coeficiente ?? '') &&
        (await isVariationSince(ports.tgss, movementOf(request), since));
      return foundChange(isDone, movementOf(request), ports);
    },
  },
});

const movementOf = <R extends { startDate: string }>(request: R) => ({
  ...request,
  fecha_real: request.startDate,
});
