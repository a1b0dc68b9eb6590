import { parts } from '../../../services.ts';
import { callReceiver } from '../store/call-receiver.ts';
import { deliveriesHandler } from './deliver.ts';

/** Sends events to webhooks: at least once each, with growing waits for a day. */
export const handler = deliveriesHandler({ ...parts, callReceiver });
