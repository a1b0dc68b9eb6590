import { parts } from '../../shared/serving/start/parts.ts';
import { mailsHandler } from './send.ts';

/** Sends the mails that users have chosen: at least once each. */
export const handler = mailsHandler(parts);
