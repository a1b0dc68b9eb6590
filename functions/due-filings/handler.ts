import { dueHandler } from '../../shared/serving/later/due.ts';
import { realServices } from '../../shared/serving/services.ts';
import { groups } from '../operations.ts';

export const handler = dueHandler({ ...realServices, groups });
