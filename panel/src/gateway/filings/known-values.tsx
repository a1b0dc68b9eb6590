import { useEffect, useState } from 'preact/hooks';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { showDay } from '../../shared/days.ts';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import type { Form } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';
import { isWhole, mistakeIn } from '../../shared/numbers.ts';
import { Failure } from '../../shared/shown.tsx';
import { accountsOf, partsOfName } from './known.ts';

interface Known {
  form: Form;
  filled: Filled;
  /** Writes known values into the form. */
  onFill(known: Filled): void;
}

const asks = ({ fields }: Form, ...names: string[]): boolean =>
  names.every((name) => fields.some((field) => field.name === name));

/** Fills in the CIF of the only company that has the account which is filled in. */
const useOwnerOf = ({ form, filled, onFill }: Known): void => {
  const { session } = useShared();
  const account = `${filled.regimen ?? ''}${filled.ccc ?? ''}`;
  const isWanted = session.role !== null && asks(form, 'cif', 'ccc') && isWhole('account', account);
  const { data: cif } = useLoaded(async () => {
    if (!isWanted) return undefined;
    const { data } = await session.gateway.listClients({ account });
    const [owner, ...others] = data.data;
    return others.length === 0 ? owner?.profile.dni : undefined;
  }, [account, isWanted]);
  useEffect(() => {
    if (cif && !filled.cif) onFill({ cif });
  }, [cif]);
};

/** The accounts of the company that is worked on: the only one is filled in, one of several is chosen. */
export const KnownAccounts = ({ form, filled, onFill }: Known) => {
  const { session, company } = useShared();
  useOwnerOf({ form, filled, onFill });
  const loaded = useLoaded(async () => {
    if (!company || session.role === null || !asks(form, 'regimen', 'ccc')) return [];
    const { data } = await session.gateway.getClient({ customerID: company.id });
    return accountsOf(data, form.fields);
  }, [company?.id]);
  const accounts = loaded.data ?? [];
  const [only] = accounts;
  const isEmpty = !filled.regimen && !filled.ccc;
  useEffect(() => {
    if (only && accounts.length === 1 && isEmpty) onFill(only.fills);
  }, [only]);
  if (accounts.length < 2) return null;
  return (
    <ChoiceField
      label={`Cuenta de ${company?.name}`}
      empty="Elija una, o escríbala"
      choices={Object.fromEntries(accounts.map(({ number, text }) => [number, text]))}
      value={`${filled.regimen ?? ''}${filled.ccc ?? ''}`}
      onChange={(value) => {
        const chosen = accounts.find(({ number }) => number === value);
        if (chosen) onFill(chosen.fills);
      }}
    />
  );
};

/**
 * Shows to whom a document belongs, as the account's trámites have it. The number of the Seguridad Social is filled in if it is
 * missing.
 */
export const KnownWorker = ({ form, filled, onFill, certificate }: Known & { certificate: string }) => {
  const { session } = useShared();
  const written = filled.dni ?? '';
  const isRight = asks(form, 'dni', 'nss') && isWhole('document', written) && !mistakeIn('document', written);
  const document = isRight ? written : undefined;
  const loaded = useLoaded(async () => {
    if (!document) return {};
    const { data } = await session.gateway.listFilings({ worker: document, perPage: 5 });
    return { filing: data.data.find(({ worker, state }) => worker?.nss && state === 'accepted') };
  }, [document]);
  const [asked, setAsked] = useState<Asked>();
  const filing = loaded.data?.filing;
  const nss = filing?.worker?.nss ?? undefined;
  useEffect(() => {
    if (nss && !filled.nss) onFill({ nss });
  }, [nss]);
  if (!document || !loaded.data) return null;
  if (!filing && asked && asked.document === document && asked.nss === filled.nss)
    return (
      <p class="note" role="status">
        {asked.message}
      </p>
    );
  if (!filing)
    return filled.nss || form.tag !== 'seg-social' || !certificate ? null : (
      <AskNumber
        document={document}
        certificate={certificate}
        onAnswer={(answer) => {
          setAsked(answer);
          onFill({ nss: answer.nss });
        }}
        key={document}
      />
    );
  const isUnnamed = asks(form, 'name', 'surname', 'lastSurname') && !filled.name && !filled.surname;
  const parts = isUnnamed ? partsOfName(filing.worker?.name ?? '', document) : undefined;
  return (
    <div class="note">
      <p class="small" role="status">
        {filing.worker?.name && <span class="strong">{filing.worker.name} · </span>}
        NSS {nss}, según su trámite del {showDay(filing.created_at.slice(0, 10))}.
      </p>
      {parts && (
        <button type="button" onClick={() => onFill(parts)}>
          Poner nombre {parts.name}, apellidos {parts.surname} y {parts.lastSurname}
        </button>
      )}
      {filled.nss && nss !== filled.nss && (
        <p class="warning">
          El número de la Seguridad Social escrito es otro.{' '}
          <button type="button" onClick={() => onFill({ nss: nss! })}>
            Usar {nss}
          </button>
        </p>
      )}
    </div>
  );
};

/** The answer to the question for a number. */
interface Asked {
  document: string;
  nss: string;
  message: string;
}

/**
 * Asks the Seguridad Social for the number of a worker whom the account's trámites do not have. The query also needs the
 * surname.
 */
const AskNumber = ({
  document,
  certificate,
  onAnswer,
}: {
  document: string;
  certificate: string;
  onAnswer(answer: Asked): void;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const [surname, setSurname] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  return (
    <details class="note">
      <summary>No está en sus trámites: preguntar su número a la Seguridad Social</summary>
      <TextField label="Primer apellido" value={surname} onChange={setSurname} />
      <button
        type="button"
        disabled={isBusy || !surname}
        onClick={() =>
          run(async () => {
            const { data, message } = await session.gateway.getNssByIpf(
              { dni: document, apellido1: surname },
              { certificate },
            );
            if (data.nss) onAnswer({ document, nss: data.nss, message });
            setUnknown(!data.nss);
          })
        }
      >
        {isBusy ? 'Un momento…' : 'Preguntar'}
      </button>
      {isUnknown && <p class="warning">La Seguridad Social no da un número para ese documento y apellido.</p>}
      <Failure problem={problem} />
    </details>
  );
};
