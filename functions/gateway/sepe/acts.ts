import { type Footprint, readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import type { Act, ActOf } from '../../../shared/operation/operation.ts';
import { referenceOf } from './facts.ts';

/** The legal acts about contracts, whether they are filed as JSON or in a file. */

/** The number of the contract in a reference; `undefined` if that is another number, such as a shipment's. */
const numberIn = (reference: string | undefined): string | undefined => {
  const footprint = readFootprint(reference ?? '');
  return footprint && referenceOf(footprint);
};

/** The removal of the contract with a number. */
const removed = (number: string): ActOf => ({
  family: 'contractNumber',
  subject: [number],
  sets: 'removed',
  isFinal: true,
});

/** The removal of the transformations of a contract, which may be transformed again. */
const transformationRemoved = (number: string): ActOf => {
  const { isFinal: _, ...act } = removed(number);
  return { ...act, family: 'transformation' };
};

/** The acts that remove a contract, or its transformation, by number. */
export const removalActs = (footprint: Footprint, what: 'contract' | 'transformation'): Act[] => {
  const number = referenceOf(footprint);
  return [what === 'contract' ? removed(number) : transformationRemoved(number)];
};

/** The members by which requests and records name a contract. */
interface Named {
  /** Scheme and contribution account, or the tax id of the company. */
  account?: string | undefined;
  document?: string | undefined;
  startDate?: string | undefined;
}

/**
 * A communication about a contract. The removal of the contract undoes it.
 * @param of.reference the number of the contract, where it is known
 * @param of.day the day on which it takes effect, if it may be one of several of its contract
 */
export const contractAct = (
  family: 'contract' | 'extension' | 'workCall' | 'basicCopy',
  { account, document, startDate }: Named,
  {
    reference,
    day,
    entry,
  }: { reference?: string | undefined; day?: string | undefined; entry?: number } = {},
): Act => {
  const number = numberIn(reference);
  return {
    family,
    subject: [account, document && plainDocument(document), startDate, day],
    ...(number && { undoneBy: [removed(number)] }),
    ...(entry !== undefined && { entry }),
  };
};

/** A basic copy: by worker and start, and by the number of the contract, as far as it names them. */
export const basicCopyActs = (
  named: Named,
  { reference, entry }: { reference: string | undefined; entry?: number },
): Act[] => {
  const of = { reference, ...(entry !== undefined && { entry }) };
  const number = numberIn(reference);
  return [
    ...(named.document && named.startDate ? [contractAct('basicCopy', named, of)] : []),
    ...(number ? [contractAct('basicCopy', { account: number }, of)] : []),
  ];
};

/**
 * A transformation, by worker and start and by the number of the contract, as far as they are known. A contract has one at most: one
 * with another option overwrites it, and waits while it is open.
 */
export const transformationActs = (
  { account, document, startDate }: Named,
  { reference, option, entry }: { reference: string | undefined; option: string; entry?: number },
): Act[] => {
  const number = numberIn(reference);
  const act = (subject: Act['subject']): Act => ({
    family: 'transformation',
    subject,
    sets: option,
    isAlone: true,
    ...(number && { undoneBy: [removed(number), transformationRemoved(number)] }),
    ...(entry !== undefined && { entry }),
  });
  return [
    ...(document && startDate ? [act([account, plainDocument(document), startDate])] : []),
    ...(number ? [act([number])] : []),
  ];
};
