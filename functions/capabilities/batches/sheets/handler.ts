import { lazyGroups } from '../../../groups.ts';
import { hooks } from '../../../hooks.ts';
import { answerSheet } from './sheet-reader.ts';

/** Reads files that strangers made. It has no rights, and stores nothing. */
export const handler = answerSheet(lazyGroups, hooks.loadSheets);
