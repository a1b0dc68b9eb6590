import { serve } from '../../shared/serving/serve.ts';
import { ownServices } from '../../shared/serving/start/own-services.ts';
import { obligations } from './group.ts';

export const handler = serve(obligations, ownServices);
