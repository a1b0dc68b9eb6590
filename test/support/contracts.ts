import { expect } from 'vitest';
import { notifyContract } from '../../functions/gateway/sepe/operations/notify-contract.ts';
import type { DemoData } from '../../local/demo.ts';
import { newContract } from '../../reference/employment-requests.ts';
import { seed } from '../../sandbox/seed.ts';
import { contractDocument } from '../../shared/authorities/sepe/documents/contract-document.ts';
import * as identifiers from '../../shared/kernel/identifiers.ts';
import { readRequest } from '../../shared/kernel/validation.ts';

/** Makes notifications of contracts, each of another worker for whom SEPE has no contract. */
export const contractMaker = (demo: DemoData) => {
  // The last worker already has company certificates.
  const unused = seed.demo.newWorkers.slice(0, -1);
  return () => {
    const person = unused.shift();
    if (!person) throw new Error('no worker is left');
    return newContract(seed, demo, person);
  };
};

/** The answer to a call that SEPE refused with a matching message. */
export const refusedBySepe = (message: RegExp) => ({
  status: 422,
  body: { success: false, errors: { sepe: [expect.stringMatching(message)] } },
});

/** SEPE's identifier of a contract. */
export const CONTRACT_ID = /^E-\d{2}-\d{4}-\d{7}$/;

/** The document that the gateway sends for a notification. */
export const contractXml = (fields: Record<string, unknown>, id = 'PRUEBA'): string => {
  const { value, errors } = readRequest(notifyContract.request, fields, { onlyDefined: true, identifiers });
  expect(errors).toEqual({});
  return contractDocument(value!, id);
};

/** The contract element of the document, without its envelope. */
export const contractRecord = (fields: Record<string, unknown>, id?: string): string =>
  /<CONTRATO_\d{3}>.*<\/CONTRATO_\d{3}>/s.exec(contractXml(fields, id))![0];
