import type { Rule } from '../rule.ts';
import { alta } from './alta.ts';
import { assignment } from './assignment.ts';
import { baja } from './baja.ts';
import { basicCopy } from './basic-copy.ts';
import { cesionEnd } from './cesion-end.ts';
import { companyCertificate } from './company-certificate.ts';
import { contract } from './contract.ts';
import { contractorCertificate } from './contractor-certificate.ts';
import { digitalCertificate } from './digital-certificate.ts';
import { extension } from './extension.ts';
import { notifications } from './notification.ts';
import { plannedStart } from './planned-start.ts';
import { recall } from './recall.ts';
import { settlement } from './settlement.ts';
import { sickLeave } from './sick-leave.ts';
import { variation } from './variation.ts';

/** All rules, in the order in which they hurt: what costs most when it is late first. */
export const RULES: readonly Rule[] = [
  alta,
  settlement,
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
  ...notifications,
  contractorCertificate,
];

/** A rule by its id. @throws Error where there is none */
export const ruleOf = (id: string): Rule => {
  const rule = RULES.find((one) => one.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
};
