import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalid } from '../kernel/errors.ts';
import type { Reply } from '../kernel/reply.ts';
import type { Ports } from './ports.ts';

/** Lists that are answered in parts, because they have more than fits in an answer or in the time of a request. */

/** Longest token, in characters. */
const MAX_TOKEN = 2000;

/** The field of a request that continues a list. */
export const continueToken = z
  .string()
  .max(MAX_TOKEN)
  .optional()
  .meta({ description: 'Token de la respuesta anterior, para obtener el resto de la lista.' });

/** Members next to `data` in an answer that has a part of a list. */
export const partMembers = z.object({
  limitReached: z
    .literal(true)
    .optional()
    .meta({ description: 'La lista no está completa: repita la petición con continueToken.' }),
  continueToken: z.string().optional().meta({ description: 'Para obtener el resto; vale una hora.' }),
});

type Asked = Record<string, unknown>;

/**
 * A token for the rest of a list.
 * @param left where to go on; at most some 1,300 bytes as JSON
 */
export const leave = (
  continuation: Ports['continuation'],
  request: Asked,
  left: Record<string, unknown>,
): Promise<string> => continuation.issue({ ...left, query: digestOf(request) });

/**
 * Reads the rest that an earlier answer to the same request left; `undefined` for a first request.
 * @throws ServiceError 422 for a token of another user, certificate, operation or request, or one that has expired
 */
export const takeUp = async <Left extends z.ZodType>(
  continuation: Ports['continuation'],
  request: Asked,
  schema: Left,
): Promise<z.output<Left> | undefined> => {
  if (request.continueToken === undefined) return undefined;
  const { query, ...left } = (await continuation.read(String(request.continueToken))) ?? {};
  const parsed = schema.safeParse(left);
  if (query !== digestOf(request) || !parsed.success)
    throw invalid({ continueToken: ['El token no es de esta consulta o ha caducado.'] });
  return parsed.data;
};

/**
 * The answer with the part of a list that was read in time. It is no success: callers who know nothing of parts must not
 * take it for the whole list.
 */
export const incomplete = <Data>(data: Data, token: string): Reply<Data> => ({
  data,
  success: false,
  message: 'Lista incompleta: no ha dado tiempo a leerla entera. Pida el resto (continueToken).',
  envelope: { limitReached: true, continueToken: token },
});

/** All that is asked, but for where to begin and how much to answer. */
const digestOf = ({ continueToken: _, offset: __, perPage: ___, ...query }: Asked): string => {
  const fields = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
};
