import { serve } from '../../shared/serve.ts';
import { customerLegacy } from './group.ts';

export const handler = serve(customerLegacy);
