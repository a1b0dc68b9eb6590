import { serve } from '../../shared/serve.ts';
import { realServices } from '../../shared/serving/services.ts';
import { groups } from '../operations.ts';
import { tramites } from './group.ts';

export const handler = serve(tramites, { ...realServices, groups });
