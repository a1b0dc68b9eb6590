import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { drafts } from './group.ts';

export const handler = serve(drafts, ownServices);
