import { useShared } from '../../shared/context.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { addressOf } from '../../shared/route.ts';
import { meaningsOf } from './refusals.ts';
import { useSaid } from './said.ts';

type Answered = Pick<
  ListedFiling,
  'operation' | 'messages' | 'message' | 'messageCodes' | 'authority' | 'state'
>;

/** The messages of the authority with their codes, and the meaning of a refusal if it is known. */
export const Words = ({ of }: { of: Answered }) => {
  const texts = of.messages.length > 0 ? of.messages : of.message && of.message !== 'OK' ? [of.message] : [];
  const said = useSaid(of.operation);
  if (texts.length === 0) return null;
  const meanings = meaningsOf(of);
  return (
    <>
      <blockquote>
        {texts.map((text) => (
          <p key={text}>{said(text)}</p>
        ))}
        {of.messageCodes.length > 0 && <p class="small">Código: {of.messageCodes.join(', ')}</p>}
      </blockquote>
      {meanings.map((meaning) => (
        <p key={meaning}>{meaning}</p>
      ))}
      {of.state === 'refused' && meanings.length === 0 && (
        <p class="small">Son las palabras de la administración: no hay aquí otra explicación.</p>
      )}
    </>
  );
};

/** A link to the form that corrects a trámite and sends it again, for persons who may file. */
export const Correct = ({ of: { id } }: { of: Pick<ListedFiling, 'id'> }) =>
  useShared().session.role === 'reads' ? null : (
    <a class="button" href={addressOf('tramitar', undefined, { desde: id })}>
      Corregir y enviar
    </a>
  );
