import { serve } from '../../../shared/serving/serve.ts';
import { lazyGroups } from '../../groups.ts';
import { realServices } from '../../services.ts';
import { tramites } from './group.ts';

export const handler = serve(tramites, { ...realServices, groups: lazyGroups });
