import type { ComponentType } from 'preact';
import { useLoaded } from './context.ts';
import { Show } from './shown.tsx';

/** A component that is rarely needed first, so its code is loaded when it is first shown. */
export const later =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const loaded = useLoaded(async () => ({ Shown: await load() }), []);
    return <Show of={loaded}>{({ Shown }) => <Shown {...props} />}</Show>;
  };
