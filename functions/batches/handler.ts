import { serve } from '../../shared/serving/serve.ts';
import { lazyGroups } from '../groups.ts';
import { realServices } from '../services.ts';
import { batches } from './group.ts';

export const handler = serve(batches, { ...realServices, groups: lazyGroups });
