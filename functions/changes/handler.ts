import { changesHandler } from '../../shared/serving/changes/changes.ts';
import { followForOperators } from '../../shared/serving/changes/for-operators.ts';
import { remind } from '../../shared/serving/changes/reminders.ts';
import { handOverEvents } from '../../shared/serving/deliveries/hand-over.ts';
import { handOverMails } from '../../shared/serving/mails/hand-over.ts';
import { followObligations } from '../../shared/serving/obligations/follow.ts';
import { ownServices } from '../../shared/serving/start/own-services.ts';
import { lazyGroups } from '../groups.ts';

/** Writes down what follows from changes of tables. */
export const handler = changesHandler({ ...ownServices, groups: lazyGroups }, [
  remind,
  followObligations,
  handOverEvents,
  handOverMails,
  followForOperators,
]);
