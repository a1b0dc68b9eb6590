import { serve } from '../../shared/serve.ts';
import { auth } from './group.ts';

export const handler = serve(auth);
