import { CONTRACT_TYPES } from '../../../shared/authorities/sepe/documents/contract-types.ts';
import { expected } from '../../../shared/kernel/rules.ts';
import { showShare } from '../../../shared/kernel/working-share.ts';

/** Less of the full working time is unusual: 10 %, in thousandths. */
const UNUSUAL = 100;

/**
 * The working time of a contract, as in SEPE's table. A transformation, which ends in 9, has the time of the permanent contract that
 * it makes. `undefined` for contracts that the table lacks, such as 000.
 */
const timeOf = (contract: string) =>
  CONTRACT_TYPES.get(/^[123]\d9$/.test(contract) ? `${contract[0]}00` : contract)?.time;

/** All part-time contracts, three digits each. */
const PART_TIME = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')).filter(
  (contract) => timeOf(contract) === 'part',
);

/** The coefficient is usual with part-time contracts. @param contract the field of the contract's type */
export const coefficientExpected = (contract: string) =>
  expected('coeficiente', 'Con un contrato a tiempo parcial, sin él la respuesta lleva un aviso.', {
    [contract]: PART_TIME,
  });

/**
 * Warnings of a contract and a part-time coefficient that contradict each other, and of a coefficient that may be meant in per
 * cent. Spanish.
 * @param contract three digits
 * @param coefficient in thousandths; zeros mean full time, as absence does
 */
export const coefficientDoubts = (contract: string, coefficient = ''): string[] => {
  const thousandths = Number(coefficient);
  const time = timeOf(contract);
  const warnings: string[] = [];
  if (time === 'full' && thousandths > 0)
    warnings.push(
      `El contrato ${contract} es a tiempo completo y lleva un coeficiente de tiempo parcial, el ${showShare(thousandths)} de la jornada: compruebe los dos.`,
    );
  if (time === 'part' && thousandths === 0)
    warnings.push(
      `El contrato ${contract} es a tiempo parcial y no lleva coeficiente de tiempo parcial: compruebe los dos.`,
    );
  if (thousandths > 0 && thousandths < UNUSUAL)
    warnings.push(
      `El coeficiente ${coefficient} es el ${showShare(thousandths)} de la jornada, menos del ${showShare(UNUSUAL)}: compruébelo. Si es el ${thousandths} %, son ${thousandths * 10} milésimas.`,
    );
  return warnings;
};
