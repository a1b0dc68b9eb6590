import type { XmlElement } from '@rgrove/parse-xml';
import type { Contract } from '../records.ts';
import { read } from '../xml.ts';
import { compact, type Examined } from './values.ts';

/** Codes for an unknown contract, and for one of another company. */
interface Codes {
  missing: string;
  foreign: string;
}

/** Whether the contract is named in at least one of the two ways. */
export function namesContract(document: XmlElement): boolean {
  const at = (name: string) => read(document, 'DATOS_CONTRATO', name) !== '';
  return at('CLAVE_CONTRATO') || (at('IDENTIFICADORPFISICA') && at('FECHA_INICIO_CTO'));
}

/** The contract of a document, named by its footprint or by worker and start. */
export function findContract({ document, context, checks }: Examined, codes: Codes): Contract | undefined {
  const at = (name: string) => read(document, 'DATOS_CONTRATO', name);
  const [key, worker, start] = [at('CLAVE_CONTRATO'), at('IDENTIFICADORPFISICA'), at('FECHA_INICIO_CTO')];
  if (!checks.require(key === '' || (worker === '' && start === ''), 'CCT4071')) return undefined;
  const identifier = worker.replace(/\s/g, '').toUpperCase();
  const found = context.records.contracts.filter((contract) =>
    key === ''
      ? contract.worker.identifier === identifier && compact(contract.startDate) === start
      : contract.id === key,
  );
  if (!checks.require(found.length > 0, codes.missing)) return undefined;
  const own = found.filter(({ account }) => context.mayActOn(account));
  if (!checks.require(own.length > 0, codes.foreign)) return undefined;
  // A document that names the company means the contract of that company.
  const cif = read(document, 'DATOS_EMPRESA', 'CIF_NIF_EMPRESA', 'CIF_NIF');
  const wanted = cif === '' ? own : own.filter((contract) => contract.cif === cif);
  if (!checks.require(wanted.length > 0, codes.foreign)) return undefined;
  checks.require(wanted.length === 1, 'CCT4069');
  return wanted.length === 1 ? wanted[0] : undefined;
}
