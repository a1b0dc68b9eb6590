import { useMemo } from 'preact/hooks';
import { type Loaded, useLoaded, useShared } from './context.ts';
import { madridDay } from './days.ts';
import type { Form } from './fields.ts';
import { addressOf } from './route.ts';
import { type Part, placeWarning, type Subject, sentenceOf, showAccount } from './who.ts';

/** The sentence that says what is filed, for whom, where, and from when. */
export const Sentence = ({ form, of }: { form: Pick<Form, 'operation' | 'title'>; of: Subject }) => (
  <p class="sentence">
    {sentenceOf(form, of, madridDay(new Date())).map((part: Part, index) =>
      typeof part === 'string' ? part : <strong key={index}>{part.strong}</strong>,
    )}
  </p>
);

/** The subject of a list item: name and document of the worker, which link to the worker's page, company and account. */
export const Who = ({ of: { worker, companyName, account } }: { of: Omit<Subject, 'company' | 'date'> }) => {
  const number = worker?.document ?? worker?.nss;
  return (
    <>
      {number && (
        <>
          {worker?.name && <span class="strong">{worker.name} </span>}
          {worker?.document ? <a href={addressOf('historia', worker.document)}>{number}</a> : number}
        </>
      )}
      {number && (companyName || account) && ' · '}
      {companyName && <span class="strong">{companyName}</span>}
      {account && (
        <span class="account">
          {companyName ? ' ' : 'cuenta '}
          {showAccount(account)}
        </span>
      )}
    </>
  );
};

/** Completes a subject with the name of its company, and warns if it is not the company that one would expect. */
export const usePlace = (subject: Subject): Loaded<{ subject: Subject; odd: string | undefined }> => {
  const { session, company: chosen } = useShared();
  const { gateway } = session;
  const { account } = subject;
  const loaded = useLoaded(async () => {
    const isWhole = account?.length === 15;
    const owners = isWhole
      ? (await gateway.listClients({ account })).data.data.map(({ id, name, profile }) => ({
          id,
          name: profile.razon_social || name,
        }))
      : undefined;
    const has =
      session.role === null
        ? ('own' as const)
        : owners?.length === 0 && (await gateway.listClients({ perPage: 1 })).data.pagination.total === 0
          ? ('none' as const)
          : ('several' as const);
    return { owners, has };
  }, [account]);
  const data = useMemo(() => {
    if (!loaded.data) return undefined;
    const { owners } = loaded.data;
    const companyName = subject.companyName ?? owners?.[0]?.name ?? null;
    return { subject: { ...subject, companyName }, odd: placeWarning(subject, { chosen, ...loaded.data }) };
  }, [loaded.data, subject, chosen]);
  return { ...loaded, data };
};
