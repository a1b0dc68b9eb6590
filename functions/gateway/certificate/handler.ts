import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { certificate } from './group.ts';

export const handler = serve(certificate, ownServices);
