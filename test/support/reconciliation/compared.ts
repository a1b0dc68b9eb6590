import type {
  Believed,
  Records,
  Registered,
  Situation,
} from '../../../functions/capabilities/reconciliation/facts.ts';

/** A worker of one contribution account, in payroll and in the authorities' answers: equal unless a test changes something. */

/** The account, and the days of the comparison. */
export const COMPARED = {
  regimen: '0111',
  ccc: '28999901134',
  cif: 'B99990017',
  from: '2026-01-01',
  today: '2026-11-20',
};
export const DOCUMENT = '99999001R';
export const NSS = '289999900188';
const TERMS = { contract: '100', coefficient: '500', group: '07', cno: '4309' };

/** The worker as payroll has it. */
export const row = (more: Partial<Believed> = {}): Believed => ({
  document: DOCUMENT,
  nss: NSS,
  since: '2026-03-02',
  ...TERMS,
  ...more,
});
/** The worker's entry of TGSS's list. */
export const listed = (more: Partial<Registered> = {}): Registered => ({
  document: DOCUMENT,
  nss: NSS,
  since: '2026-03-02',
  ...more,
});
/** The worker's newest situation. */
export const situation = (more: Partial<Situation> = {}): Situation => ({
  nss: NSS,
  since: '2026-03-02',
  until: '',
  cause: '',
  ...TERMS,
  ...more,
});
/** The answers of the authorities. */
export const found = (more: Partial<Records> = {}): Records => ({
  registered: [listed()],
  situations: new Map([[DOCUMENT, situation()]]),
  contracts: [{ document: DOCUMENT, start: '2026-03-02' }],
  certificates: new Map(),
  ...more,
});
/** The answers if the worker has left. */
export const left = (more: Partial<Situation> = {}) =>
  found({
    registered: [],
    situations: new Map([[DOCUMENT, situation({ until: '2026-10-31', cause: '93', ...more })]]),
  });
