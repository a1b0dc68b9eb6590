import { deliveriesHandler } from '../../shared/serving/deliveries/deliver.ts';
import { parts } from '../../shared/serving/start/parts.ts';
import { callReceiver } from '../../shared/stores/webhooks/call-receiver.ts';

/** Sends events to webhooks: at least once each, with growing waits for a day. */
export const handler = deliveriesHandler({ ...parts, callReceiver });
