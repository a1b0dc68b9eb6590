import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { obligations } from './group.ts';

export const handler = serve(obligations, ownServices);
