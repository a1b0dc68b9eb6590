import { notifyContract } from '../../functions/gateway/sepe/operations/notify-contract.ts';
import { xmlUpload } from '../../functions/gateway/sepe/xml-file.ts';
import { demoData } from '../../local/demo.ts';
import { dni, nss } from '../../sandbox/identifiers.ts';
import { contractDocument } from '../../shared/authorities/sepe/documents/contract-document.ts';
import * as identifiers from '../../shared/kernel/identifiers.ts';
import { readRequest } from '../../shared/kernel/validation.ts';
import { requestsOf } from '../support/requests.ts';

/** Numbers from here on belong to no person of the seed. */
const FIRST = 99_990_000;

/** The request for a file of this many contracts, each for another worker. */
export const manyContracts = (count: number): { file: object } => {
  const { duplicate: _, ...template } = requestsOf(demoData())['POST /sepe/contrata']!.request;
  const documents = Array.from({ length: count }, (_, number) => {
    const fields = {
      ...template,
      dni: dni(FIRST + number),
      nss: nss(28, FIRST + number),
    };
    const { value, errors } = readRequest(notifyContract.request, fields, {
      onlyDefined: true,
      identifiers,
    });
    if (!value) throw new Error(JSON.stringify(errors));
    return contractDocument(value, 'PRUEBA');
  });
  const records = documents.map((document) => /<CONTRATO_\d{3}>.*<\/CONTRATO_\d{3}>/s.exec(document)![0]);
  const [head] = documents[0]!.split(/<CONTRATO_\d{3}>/);
  const bytes = Buffer.from(`${head}${records.join('')}</CONTRATOS>`, 'latin1');
  return { file: xmlUpload(bytes) };
};
