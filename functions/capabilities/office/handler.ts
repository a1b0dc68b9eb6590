import { serve } from '../../../shared/serving/serve.ts';
import { loadGroups } from '../../load-groups.ts';
import { ownServices } from '../../services.ts';
import { readSheet } from '../batches/sheets/read-sheet.ts';
import { office } from './group.ts';

export const handler = serve(office, { ...ownServices, loadGroups, readSheet });
