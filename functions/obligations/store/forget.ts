import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Fact, FactKind } from '../../../shared/operation/fact.ts';
import { dynamo, transact } from '../../../shared/stores/dynamo/dynamo.ts';
import { is, query, remove } from '../../../shared/stores/table.ts';
import { beginningOf, obligationKey, obligationsTable } from './obligation-row.ts';

/** Rows that are deleted at once: what one transaction takes. */
const AT_ONCE = 100;

/** Of a digital certificate, or of what is due because of it. */
const isOfCertificate = ({ sk, kind, by }: Record<string, unknown>): boolean =>
  String(sk).startsWith(beginningOf({ kind: 'owner', mac: '' }).slice(0, -1))
    ? kind !== ('contractorCertificate' satisfies FactKind)
    : (by as Partial<Fact> | undefined)?.kind === 'digitalCertificate';

/**
 * Deletes all that is known and due of an account: it is erased; or its world on a sandbox stage starts again, in which its
 * digital certificates are good still.
 */
export const forgetObligations = async (
  accountId: string,
  { keepsCertificates = false }: { keepsCertificates?: boolean } = {},
): Promise<void> => {
  const pages = paginateQuery(
    { client: dynamo(), pageSize: AT_ONCE },
    { ...query(obligationsTable(), is('pk', obligationKey.calendar(accountId).pk)), ConsistentRead: true },
  );
  for await (const { Items = [] } of pages) {
    const gone = keepsCertificates ? Items.filter((item) => !isOfCertificate(item)) : Items;
    if (gone.length > 0)
      await transact(gone.map(({ pk, sk }) => ({ Delete: remove(obligationsTable(), { pk, sk }) })));
  }
};
