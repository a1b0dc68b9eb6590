import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { operator } from './group.ts';

export const handler = serve(operator, ownServices);
