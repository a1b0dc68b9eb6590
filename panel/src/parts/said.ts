import { inLabels } from '../logic/fields.ts';
import { useLoaded } from './context.ts';
import { readDescribed } from './reference.ts';

/**
 * What the gateway says of a trámite, as people read it: without addresses of the interface, and with the labels of its fields once
 * these are known.
 * @param operation method and address, as trámites name it
 */
export const useSaid = (operation: string | undefined): ((text: string) => string) => {
  const { data } = useLoaded(
    async () => (await readDescribed()).find(({ address }) => address === operation)?.fields,
    [operation],
  );
  return (text) => inLabels(data ?? [], text);
};
