import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { office } from './group.ts';

export const handler = serve(office, ownServices);
