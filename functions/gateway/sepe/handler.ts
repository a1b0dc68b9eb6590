import { consumerHandler } from '../../../shared/serving/later/consumer.ts';
import { serve } from '../../../shared/serving/serve.ts';
import { realServices } from '../../services.ts';
import { sepe } from './group.ts';

export const handler = serve(sepe, realServices);
/** Consumer of queued work. */
export const consumer = consumerHandler(sepe, realServices);
