import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { mails } from './group.ts';

export const handler = serve(mails, ownServices);
