import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { basicCopy } from '../../../../shared/authorities/sepe/contrata/basic-copy.ts';
import { contractData } from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { basicCopyPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { type Footprint, readFootprint } from '../../../../shared/authorities/sepe/identifiers.ts';
import { date, duplicate, test } from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { basicCopyActs } from '../acts.ts';
import { referenceOf } from '../facts.ts';
import {
  basicCopyFields,
  companyId,
  docType,
  exampleCompany,
  exampleFootprint,
  exampleWorker,
  ofDocType,
  optionalFile,
  sepeId,
  workerDocument,
} from '../fields.ts';
import { checkContract } from '../found-contract.ts';
import { duplicateOf } from '../replies.ts';

export const createBasicCopy = submission({
  id: 'createBasicCopy',
  method: 'POST',
  path: '/copy-basic',
  summary: 'Comunicar la copia básica de un contrato',
  description:
    'El contrato se busca por sepeId y, sin él, por el trabajador y la fecha de inicio. Se consulta antes en el SEPE, que ' +
    'debe tenerlo con ese trabajador, esa empresa y esa fecha de inicio. Con test=1 se llega hasta el formulario del SEPE ' +
    'y se sale sin enviarlo.',
  authority: 'sepe',
  dryRun: 'confirmation',
  dryRunEnds: 'form',
  acts: ({ cif, dni, startDate, sepeId: contract }, referenceOfAccepted) =>
    basicCopyActs(
      { account: cif, document: dni, startDate },
      { reference: contract ? referenceOf(contract) : referenceOfAccepted() },
    ),
  replyAgain: (request, _, ports) => copyReply(request, ports),
  rate: 'write',
  standing: 'document',
  request: z
    .object({
      test,
      cif: companyId,
      docType,
      dni: workerDocument,
      sepeId: sepeId.optional(),
      startDate: date('Inicio del contrato.'),
      ...basicCopyFields,
      duplicate,
    })
    .check(...ofDocType('dni')),
  response: optionalFile,
  missingFields: { account: 'SEPE asks for the tax id of the company.' },
  example: {
    request: {
      cif: exampleCompany.cif,
      docType: 'D',
      ...exampleWorker,
      sepeId: exampleFootprint,
      TIPO_FIRMA: '2',
      TEXTO_COPIABASICA: 'Jornada de lunes a viernes.',
      DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
      duplicate: 1,
    },
    response: { file: exampleFile('copia-basica.pdf') },
  },
  run: async (request, ports) => {
    const { sepe } = ports;
    const { cif, dni, startDate } = request;
    const contract = await sepe.read(contractData, contractOf(request));
    const worker = request.sepeId ? 'sepeId' : 'dni';
    checkContract(contract, { dni, startDate, cif, names: { worker, startDate: 'startDate', cif: 'cif' } });
    const footprint = readFootprint(contract.id);
    const done = await sepe.submit(basicCopy, {
      contract: footprint ? { footprint } : contractOf(request),
      dni,
      copy: request,
    });
    if (!done) return {};
    return { ...(await copyReply(request, ports)), filed: { reference: contract.id || undefined } };
  },
  emits: ({ cif, dni, startDate, sepeId }) => [
    {
      kind: 'basicCopy',
      cif,
      document: plainDocument(dni),
      date: startDate,
      ...(sepeId && { reference: referenceOf(sepeId) }),
    },
  ],
  lookUp: {
    // The form is only sent if the contract has no copy yet, so a copy that is found now is this one.
    find: async (request, _filing, ports) => {
      await ports.sepe.read(basicCopyPdf, contractOf(request));
      return copyReply(request, ports);
    },
  },
});

interface Sent {
  cif: string;
  dni: string;
  startDate: string;
  sepeId?: Footprint | undefined;
}

const contractOf = ({ cif, dni, startDate, sepeId: footprint }: Sent) =>
  footprint ? { footprint } : { cif, dni, startDate };

/** The reply to a basic copy that was accepted. */
const copyReply = async (
  request: Sent & { duplicate: boolean },
  ports: { sepe: ReadingPort; keep: Ports['keep'] },
) => {
  const copy = await duplicateOf(request.duplicate, ports, () =>
    ports.sepe.read(basicCopyPdf, contractOf(request)),
  );
  const missing = notObtained(copy);
  return {
    ...(copy.value && { data: { file: copy.value } }),
    ...(missing && { message: `La copia básica se ha comunicado, pero ${missing}.` }),
  };
};
