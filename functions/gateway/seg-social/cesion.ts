import * as z from 'zod';
import { assignment } from '../../../shared/authorities/tgss/prosa/assignment.ts';
import { ccc, date, noData, regimen, test } from '../../../shared/kernel/fields.ts';
import { notBefore } from '../../../shared/kernel/rules.ts';
import type { Act } from '../../../shared/operation/operation.ts';
import { type Submission, submission } from '../../../shared/operation/operation.ts';
import { workerFact } from './facts.ts';
import { cccAndWorker, cesionTipo, exampleWorker } from './fields.ts';

/** Fields of every change of an assignment (cesión). */
export const cesionFields = {
  test,
  ...cccAndWorker,
  cesion_regimen: regimen.meta({ description: 'Régimen de la cuenta de la cesión. 4 dígitos.' }),
  cesion_ccc: ccc.meta({ description: 'Cuenta de cotización de la cesión. 11 dígitos.' }),
  cesion_tipo: cesionTipo,
  startDate: date('Inicio de la cesión.'),
};

/** A change of an assignment: any later one of the worker between both accounts overwrites it. */
export const cesionAct = (
  option: 'add' | 'modify' | 'remove',
  {
    regimen,
    ccc,
    nss,
    cesion_regimen,
    cesion_ccc,
    ...of
  }: Record<keyof typeof exampleCesion, string> & { endDate?: string },
): Act => ({
  family: 'cesion',
  subject: [regimen, ccc, nss, cesion_regimen, cesion_ccc],
  sets: [option, of.cesion_tipo, of.startDate, of.endDate ?? null],
});

/** An assignment lasts at least a day. */
const endsAfterStart = notBefore('endDate', 'startDate', 'No puede ser anterior al inicio de la cesión.');

export const exampleCesion = {
  ...exampleWorker,
  cesion_regimen: '0111',
  cesion_ccc: '08000000097',
  cesion_tipo: '02',
  startDate: '2026-12-01',
} as const;

/** Adds or modifies an assignment. */
export const assigning = (
  option: 'add' | 'modify',
  { end, ...own }: Pick<Submission, 'id' | 'method' | 'summary' | 'description'> & { end: string },
) =>
  submission({
    ...own,
    path: '/etts/cesion',
    authority: 'tgss',
    dryRun: 'confirmation',
    dryRunEnds: 'form',
    acts: (request) => [cesionAct(option, request)],
    rate: 'write',
    standing: 'document',
    request: z.object({ ...cesionFields, endDate: date('Fin de la cesión.') }).check(endsAfterStart),
    response: noData,
    example: { request: { ...exampleCesion, endDate: end }, response: [] },
    run: async (request, { tgss }) => {
      await tgss.submit(assignment, { ...request, option });
      return {};
    },
    emits: (request) => [workerFact('cesion', request, { date: request.startDate, end: request.endDate })],
    lookUp: { none: 'The authority’s query does not show the end of an assignment.' },
  });
