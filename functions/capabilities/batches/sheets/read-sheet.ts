import { realServices } from '../../../services.ts';
import type { ReadSheet } from './sheet-reader.ts';

/** Has the function `sheets` read a file. Both modules are loaded with the first file, because few requests have one. */
export const readSheet: ReadSheet = async (file) => {
  const [{ readSheetWith }, { askSheets }] = await Promise.all([
    import('./sheet-reader.ts'),
    import('../store/ask-sheets.ts'),
  ]);
  return readSheetWith(askSheets, realServices.log)(file);
};
