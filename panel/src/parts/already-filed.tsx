import type { ComponentChildren } from 'preact';
import { alreadyFiled } from '../logic/repeated.ts';
import { addressOf } from '../logic/route.ts';
import { useLoaded, useShared } from './context.ts';
import { Show } from './shown.tsx';

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
