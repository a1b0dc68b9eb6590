import { serve } from '../../shared/serving/serve.ts';
import { lazyGroups } from '../groups.ts';
import { realServices } from '../services.ts';
import { batches } from './group.ts';
import type { ReadSheet } from './sheets/sheet-reader.ts';

/** Both parts are loaded with the first file: few batches have one. */
const readSheet: ReadSheet = async (file) => {
  const [{ readSheetWith }, { askSheets }] = await Promise.all([
    import('./sheets/sheet-reader.ts'),
    import('./store/ask-sheets.ts'),
  ]);
  return readSheetWith(askSheets, realServices.log)(file);
};

export const handler = serve(batches, { ...realServices, groups: lazyGroups, readSheet });
