import type { ComponentChildren } from 'preact';
import { useLoaded, useShared } from '../../shared/context.ts';
import { addressOf } from '../../shared/route.ts';
import { Show } from '../../shared/shown.tsx';
import { alreadyFiled } from './repeated.ts';

/** Who had an act accepted before, and when, with a link to its trámite. @param children shown once that is read */
export const AlreadyFiled = ({ id, children }: { id: string; children?: ComponentChildren }) => {
  const { session } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.getFiling({ id })).data, [id]);
  return (
    <Show of={loaded}>
      {(first) => (
        <>
          <p>
            {alreadyFiled(first, { me: session.id, now: new Date() })}:{' '}
            <a href={addressOf('tramites', id)}>
              {[first.operationName, first.worker?.name, first.companyName].filter(Boolean).join(' · ')}
            </a>
            .
          </p>
          {children}
        </>
      )}
    </Show>
  );
};
