import { ownServices } from '../../shared/serving/start/own-services.ts';
import { lazyGroups } from '../groups.ts';
import { handOverMails } from '../mails/hand-over.ts';
import { followObligations } from '../obligations/follow.ts';
import { followForOperators } from '../operator/follow.ts';
import { handOverEvents } from '../webhooks/deliveries/hand-over.ts';
import { changesHandler } from './changes.ts';
import { remind } from './reminders.ts';

/** Writes down what follows from changes of tables. */
export const handler = changesHandler({ ...ownServices, groups: lazyGroups }, [
  remind,
  followObligations,
  handOverEvents,
  handOverMails,
  followForOperators,
]);
