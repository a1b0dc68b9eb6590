import { serve } from '../../shared/serve.ts';
import { sepe } from './group.ts';

export const handler = serve(sepe);
