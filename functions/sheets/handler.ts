import { answerSheet } from '../../shared/serving/batches/sheet-reader.ts';
import { lazyGroups } from '../groups.ts';

/** Reads files that strangers made. It has no rights, and keeps nothing. */
export const handler = answerSheet(lazyGroups);
