import { serve } from '../../shared/serve.ts';
import { customer } from './group.ts';

export const handler = serve(customer);
