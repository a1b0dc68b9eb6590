import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { customerLegacy } from './group.ts';

export const handler = serve(customerLegacy, ownServices);
