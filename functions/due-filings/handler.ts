import { dueHandler } from '../../shared/serving/due.ts';
import { realServices } from '../../shared/serving/services.ts';
import { groups } from '../operations.ts';

export const handler = dueHandler({ ...realServices, groups });
