import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { password } from './group.ts';

export const handler = serve(password, ownServices);
