import type * as z from 'zod';
import type { Exchange } from '../../shared/authorities/exchange.ts';
import type { ReadingPort, SubmittingPort } from '../../shared/authorities/reading-port.ts';
import type { Accepted } from '../../shared/authorities/tgss/accepted.ts';
import { duplicateTa } from '../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Reply } from '../../shared/kernel/reply.ts';
import { afterAcceptance } from '../../shared/operation/after-acceptance.ts';
import type { Ports } from '../../shared/operation/ports.ts';
import type { withOptionalFile } from './fields.ts';
import { acceptedReply } from './replies.ts';

/** A change of a registration: what files it, its data, and how to check that it took effect. */
interface Change<In> {
  exchange: Exchange<'submission', In, Accepted>;
  input: In;
  /** The registration, and the date of the change. */
  of: { regimen: string; ccc: string; nss: string; date: string };
  /** The document is wanted. */
  duplicate: boolean;
}

/** Files a change. Its document (TA) comes with the acceptance, or is looked up if it is wanted. */
export const fileChange = async <In>(
  { exchange, input, ...change }: Change<In>,
  ports: Ports & { tgss: SubmittingPort },
): Promise<Reply<z.output<typeof withOptionalFile>>> => {
  const done = await ports.tgss.submit(exchange, input);
  return done ? changeReply(done, change, ports) : {};
};

/** The reply to a change that took effect. */
export const changeReply = async (
  done: Accepted,
  { of, duplicate }: Pick<Change<unknown>, 'of' | 'duplicate'>,
  { tgss, keep }: Ports & { tgss: ReadingPort },
): Promise<Reply<z.output<typeof withOptionalFile>>> => {
  const kept = done.document && (await keep(done.document));
  if (!duplicate) return {};
  const file = kept
    ? { value: kept }
    : await afterAcceptance('el duplicado', async () => {
        const document = await tgss.read(duplicateTa, { ...of, movType: 'VARIACION' });
        return document && keep(document);
      });
  return acceptedReply('La variación', file, {});
};
