import { serve } from '../../shared/serve.ts';
import { segSocial } from './group.ts';

export const handler = serve(segSocial);
