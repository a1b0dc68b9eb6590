import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { audit } from './group.ts';

export const handler = serve(audit, ownServices);
