import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { customer } from './group.ts';

export const handler = serve(customer, ownServices);
