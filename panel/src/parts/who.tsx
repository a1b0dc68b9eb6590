import { useMemo } from 'preact/hooks';
import { madridDay } from '../logic/days.ts';
import type { Form } from '../logic/fields.ts';
import { addressOf } from '../logic/route.ts';
import { type Part, placeWarning, type Subject, sentenceOf, showAccount } from '../logic/who.ts';
import { type Loaded, useLoaded, useShared } from './context.ts';

/** What is filed, whom it is about, where and from when, in a sentence. */
export const Sentence = ({ form, of }: { form: Pick<Form, 'operation' | 'title'>; of: Subject }) => (
  <p class="sentence">
    {sentenceOf(form, of, madridDay(new Date())).map((part: Part, index) =>
      typeof part === 'string' ? part : <strong key={index}>{part.strong}</strong>,
    )}
  </p>
);

/** Whom a line of a list is about: name and document, which leads to the whole story, company and account. */
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

/** Where something is filed: with the name of the company, and what is odd about it, if anything. */
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
