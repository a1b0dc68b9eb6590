import { API_STAGE } from '../derive/routes.ts';
import type { Reply } from '../kernel/reply.ts';
import type { Replayed } from './answer.ts';
import { KEY } from './filing/draft.ts';
import { tryOnce } from './filing/dry-run.ts';
import { fileOnce } from './filing/once.ts';
import { previewOf } from './filing/preview.ts';
import { acceptForLater } from './later/accept.ts';
import { askOnce } from './later/prepared.ts';
import { runnerOf } from './run.ts';
import type { Services } from './services.ts';
import { type Acting, header, isSubmitting, preferencesOf, type Received } from './stages.ts';

/**
 * Runs a request before an authority: files it behind its record, tries it, asks, or queues it. Everything that this
 * needs is loaded with this file, before anything is sent.
 */
export const runBeforeAuthority = async (
  services: Services,
  read: Acting & Pick<Received, 'event'>,
): Promise<Reply<unknown> | Replayed> => {
  const { event, operation } = read;
  const address = `/${API_STAGE}${event.resource}`;
  const key = operation.kind === 'submission' ? header(event, KEY) : undefined;
  const preview = isSubmitting(read) ? await previewOf(services, read, { event, address }) : undefined;
  const acting = preview ? { ...read, preview } : read;
  if (preferencesOf(event).later) return acceptForLater(services, acting, { event, address, key });
  const run = runnerOf(services, acting);
  if (isSubmitting(acting))
    return acting.dry
      ? tryOnce(services, acting, { address, run })
      : fileOnce(services, acting, { address, key, run });
  return operation.kind === 'reading' && operation.mayBePrepared
    ? askOnce(services, read, { address, run })
    : run();
};
