import type * as z from 'zod';
import { exampleWorker } from '../../shared/operation/answer-fields.ts';
import type { obligationResource } from './fields.ts';
import { toRule } from './resource.ts';
import { contract } from './rules/contracts.ts';

export const exampleRule = toRule(contract);

export const exampleObligation: z.output<typeof obligationResource> = {
  id: '5d0b9a6c1f2e4d3b8a7c6e5f4d3c2b1a',
  state: 'near',
  rule: exampleRule,
  company: 12,
  companyName: 'PANADERIA NUÑEZ S.L.',
  account: '011128000000097',
  worker: exampleWorker,
  holder: null,
  reference: null,
  of: '2026-11-10',
  since: { at: '2026-11-09T09:30:00.000Z', how: 'accepted', tramite: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D' },
  opens: '2026-11-09',
  due: '2026-11-23',
  calendarNote: null,
  daysLeft: 2,
  shownDue: null,
  blockedBy: [],
  closedBy: null,
  withdrawnBy: null,
};
