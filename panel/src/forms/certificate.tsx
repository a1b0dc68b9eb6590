import { type Choice, choicesOf } from '../logic/certificates.ts';
import type { Form } from '../logic/fields.ts';
import { type Loaded, useLoaded, useShared } from '../parts/context.ts';
import { ChoiceField } from '../parts/field.tsx';
import { first } from '../parts/first.ts';
import { Show } from '../parts/shown.tsx';

/** The most certificates of an owner that are offered. */
const MOST = 200;

/**
 * The stored certificates that serve: the account's own, those of the company that was chosen, and those of another one.
 * @param clientId the other one
 */
export const useCertificates = (
  { certificateType }: Pick<Form, 'certificateType'>,
  clientId?: number | null,
): Loaded<Choice[]> => {
  const { session, company } = useShared();
  // A client company has its own only, which need no number.
  const companies =
    session.role === null ? [] : [company?.id, clientId].filter((id) => typeof id === 'number');
  const owners = [undefined, ...new Set(companies)];
  return useLoaded(async () => {
    const lists = owners.map(async (id) => {
      const found = await first(session.gateway.listCertificates.each({ clientId: id }), MOST).catch(
        (error: unknown) => {
          // A company that was removed has none.
          if (id !== undefined && (error as { status?: number }).status === 404) return [];
          throw error;
        },
      );
      return choicesOf(found, certificateType, id ?? null);
    });
    return (await Promise.all(lists)).flat();
  }, [owners.join(), certificateType]);
};

/** Chooses one of them. */
export const Certificates = ({
  of,
  label = 'Certificado con el que se actúa',
  empty,
  value,
  onChange,
}: {
  of: Loaded<Choice[]>;
  label?: string;
  /** What choosing none means; without it, one must be chosen. */
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
    <Show of={of} empty={(found) => found.length === 0 && none}>
      {(found) => (
        <ChoiceField
          {...{ label, value, onChange, required: !empty }}
          choices={Object.fromEntries(found.map(({ secret, text }) => [secret, text]))}
          empty={empty ?? 'Elija uno'}
        />
      )}
    </Show>
  );
};
