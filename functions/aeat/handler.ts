import { serve } from '../../shared/serve.ts';
import { aeat } from './group.ts';

export const handler = serve(aeat);
