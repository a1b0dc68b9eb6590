import { serve } from '../../shared/serve.ts';
import { password } from './group.ts';

export const handler = serve(password);
