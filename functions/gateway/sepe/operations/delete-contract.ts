import * as z from 'zod';
import { contractData } from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { removal } from '../../../../shared/authorities/sepe/contrata/removal.ts';
import { transformationData } from '../../../../shared/authorities/sepe/contrata/transformations.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { code, noData, test } from '../../../../shared/kernel/fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { removalActs } from '../acts.ts';
import { referenceOf } from '../facts.ts';
import { exampleFootprint, sepeId } from '../fields.ts';

export const deleteContract = submission({
  id: 'deleteContract',
  method: 'DELETE',
  path: '/contrata',
  summary: 'Anular un contrato o su transformación',
  description: 'Con test=1 se llega hasta la página en que el SEPE ofrece anular la comunicación, y se sale.',
  authority: 'sepe',
  dryRun: 'confirmation',
  dryRunEnds: 'removal',
  acts: ({ sepeId: footprint, option }) =>
    removalActs(footprint, option === '1' ? 'contract' : 'transformation'),
  rate: 'write',
  standing: 'document',
  request: z.object({
    test,
    sepeId,
    option: code(
      { '1': 'anular el contrato', '2': 'anular sus transformaciones' },
      'Qué se anula: 1 el contrato, 2 sus transformaciones.',
    ),
  }),
  response: noData,
  missingFields: {
    account: 'The footprint names the contract alone.',
    worker: 'The footprint names the contract alone.',
    date: 'A removal has no date of its own.',
  },
  example: { request: { sepeId: exampleFootprint, option: '1' }, response: [] },
  run: async ({ sepeId: footprint, option }, { sepe }) => {
    const what = option === '1' ? 'contract' : 'transformation';
    const message = await sepe.submit(removal, { footprint, what });
    return message ? { message } : {};
  },
  emits: ({ sepeId: footprint, option }) => [
    {
      kind: 'removed',
      removes: option === '1' ? 'contract' : 'transformation',
      reference: referenceOf(footprint),
      date: '',
    },
  ],
  lookUp: {
    // SEPE showed it before the removal, so if SEPE now says that it does not exist, it was removed.
    find: async ({ sepeId: footprint, option }, _filing, { sepe }) => {
      const data = option === '1' ? contractData : transformationData;
      const gone = await sepe
        .read<{ footprint: typeof footprint }, unknown>(data, { footprint })
        .then(() => false, isGone);
      return gone ? { message: 'La anulación se ha realizado.' } : undefined;
    },
  },
});

/** SEPE's messages for a contract that does not exist, and for one without transformation. */
const GONE = /no existe|no est. transformado/i;

const isGone = (error: unknown): boolean => {
  if (!(error instanceof ServiceError)) throw error;
  return error.status === 422 && GONE.test(error.message);
};
