import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { auth } from './group.ts';

export const handler = serve(auth, ownServices);
