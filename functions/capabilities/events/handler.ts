import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { events } from './group.ts';

export const handler = serve(events, ownServices);
