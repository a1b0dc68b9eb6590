import { serve } from '../../shared/serving/serve.ts';
import { readSheet } from '../batches/sheets/read-sheet.ts';
import { lazyGroups } from '../groups.ts';
import { realServices } from '../services.ts';
import { reconciliation } from './group.ts';

export const handler = serve(reconciliation, { ...realServices, groups: lazyGroups, readSheet });
