import { serve } from '../../../shared/serving/serve.ts';
import { loadGroups } from '../../load-groups.ts';
import { realServices } from '../../services.ts';
import { readSheet } from '../batches/sheets/read-sheet.ts';
import { reconciliation } from './group.ts';

export const handler = serve(reconciliation, { ...realServices, loadGroups, readSheet });
