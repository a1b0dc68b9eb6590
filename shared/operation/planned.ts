import * as z from 'zod';
import { notYetOffered } from '../kernel/errors.ts';
import { type Common, type Operation, type Resource, resource } from './operation.ts';

/** Its only answer is that it is not offered yet. */
const nothing = z.array(z.never()).max(0);

/** The declaration of an operation that is not made yet. */
interface Plan<Req extends z.ZodObject>
  extends Pick<Common<Req, typeof nothing>, 'id' | 'method' | 'path' | 'summary' | 'rate' | 'request'> {
  /** The facts that nothing public says, in Spanish, as the end of a sentence that has begun: "no es público con qué …". */
  missing: string;
  /** The authority in whose electronic office it is done meanwhile. */
  authority: 'tgss' | 'sepe';
  example: z.input<Req>;
}

/**
 * Declares an operation that programs in use call and that is not implemented, because no public source says how its
 * authority does it. It checks session, role, rate and fields like any other, answers 501 with the missing
 * knowledge, and does nothing else. So it has no port and needs no certificate. Its role is the one of the future
 * operation: `reads` for questions, `files` for all else.
 */
export const planned = <Req extends z.ZodObject>({
  missing,
  authority,
  example,
  ...plan
}: Plan<Req>): Resource<Req, typeof nothing> => {
  const refusal = () => notYetOffered(missing, authority === 'sepe' ? 'del SEPE' : 'de la Seguridad Social');
  return resource({
    ...plan,
    standing: 'chosen',
    access: plan.method === 'GET' ? 'reads' : 'files',
    planned: missing,
    alsoAnswers: { 501: refusal().message },
    response: nothing,
    example: { request: example, response: [] },
    run: async () => {
      throw refusal();
    },
  });
};

/** The facts that are missing for an operation that is not made yet, in Spanish; `undefined` for all others. */
export const missingFor = (operation: Operation): string | undefined =>
  operation.kind === 'resource' ? operation.planned : undefined;
