import { serve } from '../../shared/serving/serve.ts';
import { realServices } from '../../shared/serving/services.ts';
import { lazyGroups } from '../groups.ts';
import { tramites } from './group.ts';

export const handler = serve(tramites, { ...realServices, groups: lazyGroups });
