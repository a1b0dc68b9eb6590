import { assignment, cesionEnd } from './assignments.ts';
import { contractorCertificate, digitalCertificate } from './certificates.ts';
import { basicCopy, companyCertificate, contract, extension, recall } from './contracts.ts';
import { accident, alta, baja, birth, plannedStart, sickLeave, variation } from './movements.ts';
import { notifications } from './notification.ts';
import { occupation } from './occupations.ts';
import type { Rule } from './rule.ts';
import { settlement } from './settlement.ts';
import { withholdings, withholdingsSummary } from './withholdings.ts';

/** All rules, ordered by the cost of being late. */
export const RULES: readonly Rule[] = [
  alta,
  settlement,
  withholdings,
  withholdingsSummary,
  companyCertificate,
  digitalCertificate,
  basicCopy,
  baja,
  variation,
  contract,
  plannedStart,
  extension,
  recall,
  assignment,
  cesionEnd,
  sickLeave,
  accident,
  birth,
  ...notifications,
  contractorCertificate,
  occupation,
];

/** A rule by its id. @throws Error if there is none */
export const ruleOf = (id: string): Rule => {
  const rule = RULES.find((one) => one.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
};
