import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { webhooks } from './group.ts';

export const handler = serve(webhooks, ownServices);
