import { serve } from '../../shared/serve.ts';
import { reference } from './group.ts';

export const handler = serve(reference);
