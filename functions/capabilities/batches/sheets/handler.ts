import { lazyGroups } from '../../../groups.ts';
import { loadSheets } from '../../sheets.ts';
import { answerSheet } from './sheet-reader.ts';

/** Reads files that strangers made. It has no rights, and stores nothing. */
export const handler = answerSheet(lazyGroups, loadSheets);
