import { useState } from 'preact/hooks';
import type { Gateway } from '../../../../client/src/client.ts';
import type { FileObject, Pending } from '../../../../client/src/types.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { madridDay, showDay } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { ChoiceField } from '../../shared/field.tsx';
import { type Filled, requestOf } from '../../shared/filled.ts';
import { first } from '../../shared/first.ts';
import { Failure, Form, Section, Success } from '../../shared/shown.tsx';
import { showAccount } from '../../shared/who.ts';
import { capital } from '../../shared/words.ts';
import { Certificates, useCertificates } from '../certificates/certificate-choice.tsx';
import { Fields } from '../filings/form-fields.tsx';
import { afterWriting } from '../filings/known.ts';
import { answered, Prepared } from './answered.ts';
import {
  type Ask,
  type AskedCompany,
  accountsFor,
  fileNameOf,
  isOfMovement,
  knownFor,
  type Movement,
  movementsFor,
} from './ask.ts';

/** The worker or company that the readings are about. */
export interface Subject {
  /** Name for file names: the surnames of a worker, or the name of a company. */
  who: string | undefined;
  worker?: { document: string; nss: string | null } | undefined;
  filings?: readonly ListedFiling[];
  company?: (AskedCompany & { id: number }) | undefined;
}

/**
 * A button for each document that authorities issue about a worker or company. It opens a form with the known values filled in.
 */
export const Asks = ({ asks, of, onAnswer }: { asks: readonly Ask[]; of: Subject; onAnswer(): void }) => {
  const [open, setOpen] = useState<Ask>();
  return (
    <Section id="ask" title="Pedir un documento">
      <div class="actions">
        {asks.map((ask) => (
          <button
            key={ask.form.operation}
            type="button"
            title={ask.form.title}
            aria-expanded={ask === open}
            onClick={() => setOpen(ask === open ? undefined : ask)}
          >
            {ask.name}
          </button>
        ))}
      </div>
      {open && <One key={open.form.operation} ask={open} of={of} onAnswer={onAnswer} />}
    </Section>
  );
};

/** Fields that are filled in by choosing a contribution account. */
const OF_ACCOUNT = ['regimen', 'ccc'];
const splitAccount = (account: string) => ({ regimen: account.slice(0, 4), ccc: account.slice(4) });

/** The most periods of a worker in an account that are read. */
const MOST = 20;
const textOf = ({ movType, startDate }: Movement): string =>
  `${capital(movType.toLowerCase())} del ${showDay(startDate)}`;

const One = ({ ask, of, onAnswer }: { ask: Ask; of: Subject; onAnswer(): void }) => {
  const { session } = useShared();
  const { form } = ask;
  const { filings = [] } = of;
  const accounts = accountsFor(filings, of.company);
  const [account, setAccount] = useState(accounts[0] ?? '');
  const [filled, setFilled] = useState<Filled>(() => knownFor(ask, { ...of, account: accounts[0] }));
  const [done, setDone] = useState<string>();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const certificates = useCertificates(form, of.company?.id);
  const [secret, setSecret] = useState<string>();
  // The company's own certificate is certainly authorised for its data; otherwise the first of the office is taken.
  const choices = certificates.data ?? [];
  const chosen = secret ?? (choices.find(({ clientId }) => clientId !== null) ?? choices[0])?.secret ?? '';
  const hasAccount = form.fields.some(({ name }) => name === 'ccc');
  const isChoice = hasAccount && accounts.length > 1;
  const isDated = isOfMovement(ask);
  // The office knows the movements that it filed. If it filed none, the Seguridad Social is asked.
  const [isWide, setWide] = useState(false);
  const knownMovements = isDated ? movementsFor(ask, { filings, situations: [], account }) : [];
  const isAsked = isDated && (isWide || knownMovements.length === 0) && account !== '' && chosen !== '';
  const shown = useLoaded(async () => {
    if (!isAsked) return [];
    const { document: dni, nss } = of.worker!;
    const wanted = { ...splitAccount(account), dni, ...(nss && { nss }) };
    return first(session.gateway.listEmployeeSituations.each(wanted, { certificate: chosen }), MOST);
  }, [account, isAsked && chosen]);
  const isLooking = isAsked && shown.isLoading;
  const situations = shown.data ?? [];
  const movements = isDated ? movementsFor(ask, { filings, situations, account }) : [];
  const [picked, setPicked] = useState<string>();
  const movement = picked === undefined ? movements[0] : movements.find((each) => textOf(each) === picked);
  const nss = of.worker?.nss ?? situations[0]?.nss;
  const values: Filled = { ...(nss && { nss }), ...filled, ...movement };
  const ofWorker = nss ? ['nss', 'dni'] : ['dni'];
  const isKnown = (name: string) =>
    (isChoice && OF_ACCOUNT.includes(name)) ||
    (of.worker !== undefined && ofWorker.includes(name)) ||
    (movement !== undefined && name in movement);

  const choose = (value: string) => {
    setAccount(value);
    setPicked(undefined);
    setFilled({ ...filled, ...splitAccount(value) });
  };
  const submit = () =>
    run(async () => {
      setDone(undefined);
      const call = session.gateway[form.operation as keyof Gateway] as unknown as (
        fields: object,
        options: object,
      ) => Promise<Pending<{ file?: FileObject }>>;
      const pending = await call(requestOf(form.fields, values), {
        certificate: chosen,
        respondAsync: true,
      });
      try {
        const { data, message } = await answered(session, pending);
        if (data.file) {
          const day = values.startDate || madridDay(new Date());
          const name = fileNameOf({ name: ask.name, who: of.who, day, given: data.file.name });
          await save(session, data.file, name);
          setDone(`Descargado: ${name}. Queda abajo, en Documentos.`);
        } else setDone(message);
      } catch (error) {
        if (!(error instanceof Prepared)) throw error;
        setDone(
          'El organismo lo prepara, y puede tardar horas. Cuando esté, aparecerá abajo, en Documentos.',
        );
      }
      onAnswer();
    });
  return (
    <Form class="box" onSubmit={() => void submit()}>
      <h3>{form.title}</h3>
      {isChoice && (
        <ChoiceField
          label="Cuenta de cotización"
          choices={Object.fromEntries(accounts.map((account) => [account, showAccount(account)]))}
          value={account}
          onChange={choose}
        />
      )}
      {movements.length > 0 && (
        <ChoiceField
          label="Alta o baja"
          choices={Object.fromEntries(movements.map((each) => [textOf(each), textOf(each)]))}
          empty="Otra fecha"
          value={movement ? textOf(movement) : ''}
          onChange={setPicked}
        />
      )}
      {isLooking && <p class="muted">Se pregunta a la Seguridad Social qué altas y bajas constan…</p>}
      {isAsked && shown.data?.length === 0 && (
        <p class="muted">A la Seguridad Social no le consta en esta cuenta.</p>
      )}
      <Failure problem={shown.problem} />
      {knownMovements.length > 0 && !isWide && (
        <button type="button" disabled={!chosen} onClick={() => setWide(true)}>
          Ver también las que constan en la Seguridad Social
        </button>
      )}
      <Fields
        before={''}
        filled={filled}
        errors={{}}
        fields={isLooking ? [] : form.fields.filter(({ name }) => !isKnown(name) || !values[name])}
        onChange={(path, value) => setFilled({ ...filled, [path]: value })}
        onWritten={(path) => setFilled((now) => ({ ...now, ...afterWriting(form.fields, path, now) }))}
        onRemove={() => {}}
      />
      {choices.length === 1 ? null : <Certificates of={certificates} value={chosen} onChange={setSecret} />}
      <button type="submit" class="main" disabled={isBusy || isLooking || certificates.isLoading || !chosen}>
        {isBusy ? 'Se pide al organismo…' : `Pedir: ${ask.name}`}
      </button>
      <Success text={done} />
      <Failure problem={problem} />
    </Form>
  );
};
