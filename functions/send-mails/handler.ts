import { mailsHandler } from '../../shared/serving/mails/send.ts';
import { parts } from '../../shared/serving/start/parts.ts';

/** Sends the mails that users have chosen: at least once each. */
export const handler = mailsHandler(parts);
