import { serve } from '../../shared/serve.ts';
import { certificate } from './group.ts';

export const handler = serve(certificate);
