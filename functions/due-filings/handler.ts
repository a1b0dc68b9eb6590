import { dueHandler } from '../../shared/serving/later/due.ts';
import { realServices } from '../../shared/serving/services.ts';
import { lazyGroups } from '../groups.ts';

export const handler = dueHandler({ ...realServices, groups: lazyGroups });
