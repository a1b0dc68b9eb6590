import { consumerHandler } from '../../../shared/serving/later/consumer.ts';
import { serve } from '../../../shared/serving/serve.ts';
import { realServices } from '../../services.ts';
import { segSocial } from './group.ts';

export const handler = serve(segSocial, realServices);
/** Consumer of queued work. */
export const consumer = consumerHandler(segSocial, realServices);
