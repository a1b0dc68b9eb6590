import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { users } from './group.ts';

export const handler = serve(users, ownServices);
