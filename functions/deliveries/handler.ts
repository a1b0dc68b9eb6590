import { deliveriesHandler } from '../../shared/serving/deliveries/deliver.ts';
import { parts } from '../../shared/serving/start/parts.ts';

/** Sends events to webhooks: at least once each, with growing waits for a day. */
export const handler = deliveriesHandler(parts);
