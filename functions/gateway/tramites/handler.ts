import { serve } from '../../../shared/serving/serve.ts';
import { loadGroups } from '../../load-groups.ts';
import { realServices } from '../../services.ts';
import { tramites } from './group.ts';

export const handler = serve(tramites, { ...realServices, loadGroups });
