import { type Loaded, useLoaded, useShared } from '../../shared/context.ts';
import { ChoiceField } from '../../shared/field.tsx';
import type { Form } from '../../shared/fields.ts';
import { first } from '../../shared/first.ts';
import { Show } from '../../shared/shown.tsx';
import { type Choice, choicesOf } from './certificates.ts';

/** The most certificates that are offered for one owner. */
const MOST = 200;

/**
 * The stored certificates that can be used for a form: the account's own, the chosen company's, and another company's.
 * @param clientId the other company
 */
export const useCertificates = (
  { certificateType }: Pick<Form, 'certificateType'>,
  clientId?: number | null,
): Loaded<Choice[]> => {
  const { session, company } = useShared();
  // A client company sees only its own certificates, and asks for them without a number.
  const companies =
    session.role === null ? [] : [company?.id, clientId].filter((id) => typeof id === 'number');
  const owners = [undefined, ...new Set(companies)];
  return useLoaded(async () => {
    const lists = owners.map(async (id) => {
      const certificates = await first(session.gateway.listCertificates.each({ clientId: id }), MOST).catch(
        (error: unknown) => {
          // A company that has been removed has no certificates.
          if (id !== undefined && (error as { status?: number }).status === 404) return [];
          throw error;
        },
      );
      return choicesOf(certificates, certificateType, id ?? null);
    });
    return (await Promise.all(lists)).flat();
  }, [owners.join(), certificateType]);
};

/** A field to choose one of these certificates. */
export const Certificates = ({
  of,
  label = 'Certificado con el que se actúa',
  empty,
  value,
  onChange,
}: {
  of: Loaded<Choice[]>;
  label?: string;
  /** The text of the option that chooses no certificate; without it, a certificate must be chosen. */
  empty?: string | undefined;
  value: string;
  onChange(value: string): void;
}) => {
  const { session, company } = useShared();
  const none =
    session.role !== null && !company
      ? 'La cuenta no tiene ningún certificado en vigor que sirva. Si es de una empresa cliente, elija la empresa arriba; si no está, súbalo en Certificados.'
      : 'No hay ningún certificado en vigor que sirva: súbalo en Certificados.';
  return (
    <Show of={of} empty={(choices) => choices.length === 0 && none}>
      {(choices) => (
        <ChoiceField
          label={label}
          value={value}
          onChange={onChange}
          required={!empty}
          choices={Object.fromEntries(choices.map(({ secret, text }) => [secret, text]))}
          empty={empty ?? 'Elija uno'}
        />
      )}
    </Show>
  );
};
