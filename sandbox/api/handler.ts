import { ownServices } from '../../functions/services.ts';
import { serve } from '../../shared/serving/serve.ts';
import { sandbox } from './group.ts';

export const handler = serve(sandbox, ownServices);
