import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { search } from './group.ts';

export const handler = serve(search, ownServices);
