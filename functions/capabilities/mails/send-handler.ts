import { parts } from '../../services.ts';
import { mailsHandler } from './send.ts';

/** Sends the mails that users have chosen: at least once each. */
export const handler = mailsHandler(parts);
