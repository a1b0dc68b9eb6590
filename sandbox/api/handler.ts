import { serve } from '../../shared/serve.ts';
import { sandbox } from './group.ts';

export const handler = serve(sandbox);
