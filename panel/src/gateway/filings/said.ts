import { useLoaded } from '../../shared/context.ts';
import { inLabels } from '../../shared/fields.ts';
import { readDescribed } from '../../shared/reference.ts';

/**
 * Turns texts of the gateway about a trámite into texts for people: without addresses of the interface, and with the labels of
 * its fields once they are loaded.
 * @param operation method and address, by which trámites name the operation
 */
export const useSaid = (operation: string | undefined): ((text: string) => string) => {
  const { data } = useLoaded(
    async () => (await readDescribed()).find(({ address }) => address === operation)?.fields,
    [operation],
  );
  return (text) => inLabels(data ?? [], text);
};
