import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { setting } from '../kernel/config.ts';
import { type CertificateRow, parseCertificate } from './certificate-row.ts';
import { dynamo } from './dynamo/dynamo.ts';
import { rowsUnder } from './dynamo/read-keys.ts';
import { accountsKey } from './keyspace.ts';
import { query as queryOf, under } from './table.ts';

/** The certificates of one owner (`clientId` 0: the account itself), oldest first. */

/** All of them: a removal finds also one that was saved just now. */
export const listCertificates = (accountId: string, clientId: number): Promise<CertificateRow[]> =>
  rowsUnder(accountsKey.certificate(accountId, clientId, ''), parseCertificate);

/** Those of the account and of all its client companies, or those of one. */
export const listAllCertificates = (
  accountId: string,
  clientId: number | undefined,
): Promise<CertificateRow[]> =>
  clientId === undefined
    ? rowsUnder(accountsKey.certificates(accountId), parseCertificate)
    : listCertificates(accountId, clientId);

/**
 * Some of them, and how many there are. Of the others nothing leaves the table but their number.
 * @param position of the first one wanted, from 0
 */
export const pageOfCertificates = async (
  accountId: string,
  clientId: number,
  { position, limit }: { position: number; limit: number },
): Promise<{ rows: CertificateRow[]; total: number }> => {
  const key = accountsKey.certificate(accountId, clientId, '');
  const query: QueryCommandInput = {
    ...queryOf(setting('ACCOUNTS_TABLE'), under(key)),
    // A certificate is listed as soon as it is saved.
    ConsistentRead: true,
  };
  const [{ count: total }, rows] = await Promise.all([
    walk({ ...query, Select: 'COUNT' }),
    position === 0 ? rowsFrom(query, limit) : rowsAfter(query, position, limit),
  ]);
  return { rows, total };
};

const rowsFrom = async (query: QueryCommandInput, limit: number): Promise<CertificateRow[]> =>
  (await walk(query, limit)).items.map(parseCertificate);

const rowsAfter = async (
  query: QueryCommandInput,
  position: number,
  limit: number,
): Promise<CertificateRow[]> => {
  const { next } = await walk({ ...query, Select: 'COUNT' }, position);
  return next ? rowsFrom({ ...query, ExclusiveStartKey: next }, limit) : [];
};

/** DynamoDB takes no larger `Limit`; a caller may name any page. */
const MAX_LIMIT = 2 ** 31 - 1;

/** Follows a query over the pages of DynamoDB, to its end or over so many rows. @returns also where it may go on */
const walk = async (query: QueryCommandInput, most = Number.POSITIVE_INFINITY) => {
  const items: Record<string, unknown>[] = [];
  let [count, next] = [0, query.ExclusiveStartKey];
  do {
    const answer = await dynamo().send(
      new QueryCommand({
        ...query,
        ExclusiveStartKey: next,
        ...(Number.isFinite(most) && { Limit: Math.min(most - count, MAX_LIMIT) }),
      }),
    );
    items.push(...(answer.Items ?? []));
    count += answer.Count ?? 0;
    next = answer.LastEvaluatedKey;
  } while (next && count < most);
  return { items, count, next };
};
