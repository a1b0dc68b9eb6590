import { API_STAGE } from '../derive/routes.ts';
import type { Reply } from '../kernel/reply.ts';
import type { Replayed } from './answer.ts';
import { KEY } from './filing/draft.ts';
import { preferencesOf } from './preferences.ts';
import { runnerOf, runResource } from './runner.ts';
import type { Services } from './services.ts';
import { header, isActing, isSubmitting, type Read } from './stages.ts';

// Loaded at first use: questions do not need it.
const loadPreview = () => import('./filing/preview.ts');
const loadOnce = () => import('./filing/once.ts');
const loadDryRun = () => import('./filing/dry-run.ts');
const loadPrepared = () => import('./later/prepared.ts');
const loadLater = () => import('./later/accept.ts');

/** Runs the operation of a request that was read, or accepts it to be run later. */
export const runOperation = async (services: Services, read: Read): Promise<Reply<unknown> | Replayed> => {
  if (!isActing(read)) return runResource(services, read);
  const { event, operation } = read;
  const address = `/${API_STAGE}${event.resource}`;
  const key = operation.kind === 'submission' ? header(event, KEY) : undefined;
  const preview = isSubmitting(read)
    ? await (await loadPreview()).previewOf(services, read, { event, address })
    : undefined;
  const acting = preview ? { ...read, preview } : read;
  if (preferencesOf(event).later)
    return (await loadLater()).acceptForLater(services, acting, { event, address, key });
  const run = runnerOf(services, acting);
  if (isSubmitting(acting))
    return acting.dry
      ? (await loadDryRun()).tryOnce(services, acting, { address, run })
      : (await loadOnce()).fileOnce(services, acting, { address, key, run });
  return operation.kind === 'reading' && operation.mayBePrepared
    ? (await loadPrepared()).askOnce(services, read, { address, run })
    : run();
};
