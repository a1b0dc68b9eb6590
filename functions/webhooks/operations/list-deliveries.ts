import * as z from 'zod';
import { integer } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { MAX_PER_PAGE } from '../../../shared/operation/pagination.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import {
  deliveryExample,
  deliveryId,
  deliveryResource,
  deliveryState,
  toDeliveryResource,
  webhookExample,
  webhookId,
} from '../fields.ts';

export const listDeliveries = resource({
  id: 'listDeliveries',
  method: 'GET',
  path: '/{webhookId}/deliveries',
  summary: 'Listar las entregas de un webhook, los últimos avisos primero',
  description: 'Las de 30 días, desde su primer intento.',
  access: 'reads',
  admits: notClients,
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    webhookId,
    state: deliveryState.optional(),
    before: deliveryId.meta({ description: 'Solo las anteriores a esta entrega.' }).optional(),
    perPage: integer('Entregas por página, 50 como máximo.').optional(),
  }),
  response: z.object({
    data: z.array(deliveryResource),
    before: z.string().nullable().meta({ description: 'Para la página siguiente; null en la última.' }),
  }),
  example: {
    request: { webhookId: webhookExample.id, state: 'pending' },
    response: { data: [deliveryExample], before: null },
  },
  run: async ({ webhookId, state, before, perPage }, { caller: { accountId }, stores }) => {
    await stores.webhooks.ownWebhook(accountId, webhookId);
    const limit = Math.min(perPage || MAX_PER_PAGE, MAX_PER_PAGE);
    const { deliveries, more } = await stores.webhooks.listDeliveries(
      { accountId, webhookId },
      { state, before, limit },
    );
    return {
      data: {
        data: deliveries.map(toDeliveryResource),
        before: more ? deliveries.at(-1)!.id : null,
      },
    };
  },
});
