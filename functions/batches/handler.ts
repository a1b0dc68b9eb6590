import { serve } from '../../shared/serving/serve.ts';
import { realServices } from '../../shared/serving/services.ts';
import { lazyGroups } from '../groups.ts';
import { batches } from './group.ts';

export const handler = serve(batches, { ...realServices, groups: lazyGroups });
