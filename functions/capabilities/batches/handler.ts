import { serve } from '../../../shared/serving/serve.ts';
import { loadGroups } from '../../load-groups.ts';
import { realServices } from '../../services.ts';
import { batches } from './group.ts';
import { readSheet } from './sheets/read-sheet.ts';

export const handler = serve(batches, { ...realServices, loadGroups, readSheet });
