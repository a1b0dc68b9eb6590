import { changesHandler } from '../../shared/serving/changes/changes.ts';
import { remind } from '../../shared/serving/changes/reminders.ts';
import { ownServices } from '../../shared/serving/start/own-services.ts';

/** Writes down what follows from changes of tables. */
export const handler = changesHandler(ownServices, [remind]);
