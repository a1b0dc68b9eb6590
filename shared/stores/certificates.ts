import { GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limitsOfStage, setting } from '../kernel/config.ts';
import { type AuthorityName, limitReached, notFound, type Watched } from '../kernel/errors.ts';
import { deleteKeys, type KeyPair, putKeys, type SepeAccess } from './certificate-keys.ts';
import { type CertificateRow, newCertificateId, newSecretId, parseCertificate } from './certificate-row.ts';
import { dynamo, transact, updateIf, type Write } from './dynamo/dynamo.ts';
import { readRow, rowsUnder } from './dynamo/read-keys.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { accountsKey, type CertificateIdentity } from './keyspace.ts';
import { serviceKey, signed, verifiedFor } from './service-keys.ts';
import {
  ATTEMPTS,
  chainHashOf,
  findShared,
  isLast,
  leave,
  moveOthers,
  share,
  stillWith,
  transactWith,
  withSepeAccess,
} from './shared-secrets.ts';
import {
  absent,
  all,
  beginsWith,
  below,
  check,
  either,
  exists,
  isNew,
  put,
  query as queryOf,
  remove,
  under,
  update,
} from './table.ts';

/** Names a certificate of an account. */
interface CertificateName {
  /** 32 hexadecimal digits. */
  certificateId: string;
  /** Client company that owns the certificate; 0 is the account itself. */
  clientId: number;
}

/**
 * The content of a `cert_secret`. Its MAC proves that this service issued it, to this account and for this certificate
 * and no other with the same id.
 */
export interface CertificateSecret extends CertificateName {
  /** The beginning of the SHA-256 of the certificate: the same whichever types it is stored with. */
  fingerprint: string;
}

const parseFingerprint = rowParser('Fingerprint', 'fingerprint', () =>
  z.object({ certificateId: z.string() }),
);

/** Parts of a `cert_secret`: certificate, the beginning of its fingerprint, and its owner in as few bytes as it needs. */
const ID_BYTES = 16;
const FINGERPRINT_BYTES = 4;
/** At most. */
const CLIENT_BYTES = 6;
/** 96 bits: a `cert_secret` has 44 to 51 characters, and `SECRET_LENGTH` at most. */
const MAC_BYTES = 12;

const signingIn = (accountId: string) => ({ context: `${accountId}#short`, macBytes: MAC_BYTES });

/**
 * The `cert_secret` of a certificate. It is derived and therefore not stored. When the key is rotated, older ones
 * are valid until the previous key is dropped.
 */
export const issueSecret = async (
  row: Pick<CertificateRow, 'accountId' | 'id' | 'clientId' | 'fingerprint'>,
): Promise<string> => {
  const clientId = Buffer.alloc(CLIENT_BYTES);
  clientId.writeUIntBE(row.clientId, 0, CLIENT_BYTES);
  const payload = Buffer.concat([
    Buffer.from(row.id, 'hex'),
    Buffer.from(row.fingerprint, 'hex').subarray(0, FINGERPRINT_BYTES),
    clientId.subarray(CLIENT_BYTES - Math.ceil(row.clientId.toString(16).length / 2)),
  ]);
  return signed(payload, await serviceKey('certificate'), signingIn(row.accountId));
};

/** Verifies a `cert_secret` without reading a table; `undefined` if this service did not issue it to this account. */
export const readSecret = async (
  secret: string,
  accountId: string,
): Promise<CertificateSecret | undefined> => {
  const payload = await verifiedFor('certificate', secret, signingIn(accountId));
  if (!payload) return undefined;
  const owner = payload.subarray(ID_BYTES + FINGERPRINT_BYTES);
  return {
    certificateId: payload.toString('hex', 0, ID_BYTES),
    clientId: owner.readUIntBE(0, owner.length),
    fingerprint: payload.toString('hex', ID_BYTES, ID_BYTES + FINGERPRINT_BYTES),
  };
};

/** Whether a `cert_secret` names this certificate. */
export const isNamed = (
  { fingerprint }: Pick<CertificateRow, 'fingerprint'>,
  secret: Pick<CertificateSecret, 'fingerprint'>,
): boolean => fingerprint.startsWith(secret.fingerprint);

/** Key of the row of a certificate. */
export const certificateRowKey = (accountId: string, { clientId, certificateId }: CertificateName) =>
  accountsKey.certificate(accountId, clientId, certificateId);

const table = () => setting('ACCOUNTS_TABLE');

/** The certificate of an account with this name, if it is still stored. */
export const findCertificate = (
  accountId: string,
  name: CertificateName,
): Promise<CertificateRow | undefined> => readRow(parseCertificate, certificateRowKey(accountId, name));

/**
 * Stores a certificate and its key pair. If the owner already has this certificate with this type, returns the stored
 * one: one file often serves for several authorities, each under a type of its own. User and password for SEPE's services,
 * where they are given, take the place of those that are stored for this file.
 * @throws ServiceError 404 when the client company that should own it was removed meanwhile; 422 when the account has as many
 *   certificates as the stage allows
 */
export const saveCertificate = async (
  wanted: Omit<
    CertificateRow,
    | ('id' | 'createdAt' | 'acceptedAt' | 'refusedAt' | 'refusedBy' | 'sepe' | 'watches')
    | ('chainHash' | 'secretId')
  >,
  { pair, access }: { pair: KeyPair; access?: SepeAccess | undefined },
  now: Date,
): Promise<CertificateRow> => {
  const { accountId, clientId } = wanted;
  const chainHash = chainHashOf(pair);
  const of = { accountId, clientId, chainHash };
  let full = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [stored, shared, isNowFull] = await Promise.all([
      findSame(accountId, wanted),
      findShared(of),
      isFull(accountId),
    ]);
    if (stored) return access ? withSepeAccess(stored, { pair, access }) : stored;
    if (full || isNowFull) throw tooMany();

    const made = !shared || access ? newSecretId() : undefined;
    const secretId = made ?? shared!.secretId;
    const id = newCertificateId(secretId, now);
    const row: CertificateRow = {
      ...wanted,
      id,
      createdAt: now.toISOString(),
      chainHash,
      ...(access && { sepe: { user: access.user, version: secretId } }),
    };
    const others = access
      ? await moveOthers(of, shared ?? {}, { id, secretId, user: access.user })
      : { ids: shared?.certificateIds ?? [], writes: [] };
    // The key first: a row without a key could be used and would fail; a key without a row is never used.
    if (made) await putKeys(accountId, made, { pair, access });
    const putRow: Write = {
      Put: put(table(), { ...accountsKey.certificate(accountId, clientId, id), ...row }, isNew),
    };
    const putFingerprint: Write = {
      Put: put(table(), { ...accountsKey.fingerprint(accountId, row), certificateId: id }, isNew),
    };
    const add = addToTotal(accountId);
    const owner = ownerCheck(accountId, clientId);
    const rejected = await transactWith(
      [
        ...[putFingerprint, putRow, add, ...owner],
        share(of, shared, { secretId, certificateIds: [...others.ids, id] }),
        ...others.writes,
      ],
      { accountId, made },
    );
    if (rejected.length === 0) {
      if (made && shared) await deleteKeys(accountId, shared.secretId);
      return row;
    }
    if (owner.some((check) => rejected.includes(check))) throw notFound('El cliente no existe.');
    // Another call may have stored the same certificate meanwhile.
    full = rejected.includes(add);
  }
  throw new Error('failed to save a certificate: its row changed on every retry');
};

const tooMany = () =>
  limitReached(
    `La cuenta ya tiene ${limitsOfStage().certificates} certificados, el máximo: elimine alguno antes de guardar otro.`,
  );

/** No certificate may be stored for a client company that is being removed: its key would stay after the removal. */
const ownerCheck = (accountId: string, clientId: number): Write[] =>
  clientId === 0
    ? []
    : [
        {
          ConditionCheck: check(
            table(),
            accountsKey.clientBrief(accountId, clientId),
            all(exists('pk'), absent('removing')),
          ),
        },
      ];

/** The stored certificate of that owner, file and type. */
const findSame = async (
  accountId: string,
  wanted: CertificateIdentity,
): Promise<CertificateRow | undefined> => {
  const found = await readRow(parseFingerprint, accountsKey.fingerprint(accountId, wanted));
  return found && findCertificate(accountId, { clientId: wanted.clientId, ...found });
};

/**
 * Notes that an authority accepted a certificate: from now on it has a rate window of its own. One that is deleted meanwhile
 * stays so.
 */
export const noteAccepted = async (
  { accountId, clientId, id }: Pick<CertificateRow, 'accountId' | 'clientId' | 'id'>,
  now: Date,
): Promise<void> => {
  await updateIf(
    update(table(), accountsKey.certificate(accountId, clientId, id), {
      set: { acceptedAt: now.toISOString() },
      if: exists('pk'),
    }),
  );
};

/** How often it is noted that an authority does not admit a certificate, in milliseconds. */
const REFUSED_MS = 24 * 60 * 60 * 1000;

/**
 * Records that an authority refused a certificate, unless that was recorded within a day. An event follows from the
 * row.
 */
export const noteRefused = async (
  { accountId, clientId, id }: Pick<CertificateRow, 'accountId' | 'clientId' | 'id'>,
  by: AuthorityName,
  now: Date,
): Promise<void> => {
  const before = new Date(now.getTime() - REFUSED_MS).toISOString();
  await updateIf(
    update(table(), accountsKey.certificate(accountId, clientId, id), {
      set: { refusedAt: now.toISOString(), refusedBy: by },
      if: all(exists('pk'), either(absent('refusedAt'), below('refusedAt', before))),
    }),
  );
};

/** Notes at which authorities the schedule looks for notifications with a certificate. @returns whether there is one */
export const setWatches = async (accountId: string, name: CertificateSecret, watches: Watched[]) => {
  const written = await updateIf(
    update(table(), certificateRowKey(accountId, name), {
      set: { watches },
      if: beginsWith('fingerprint', name.fingerprint),
    }),
  );
  return written !== undefined;
};

/** Deletes a certificate, and its key unless others share it. Returns `false` if the account has no such certificate. */
export const deleteCertificate = async (accountId: string, name: CertificateName): Promise<boolean> => {
  const key = certificateRowKey(accountId, name);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await findCertificate(accountId, name);
    if (!row) return false;
    const { clientId, chainHash } = row;
    const of = { accountId, clientId, chainHash };
    const shared = await findShared(of);
    // The row first: after this the certificate does not work, even if its key cannot be deleted.
    const rejected = await transact([
      { Delete: remove(table(), key, stillWith(row)) },
      { Delete: remove(table(), accountsKey.fingerprint(accountId, row)) },
      takeFromTotal(accountId),
      ...(shared ? [leave(of, shared, row.id)] : []),
    ]);
    if (rejected.length > 0) continue;
    if (shared && isLast(shared, row.id)) await deleteKeys(accountId, shared.secretId);
    return true;
  }
  throw new Error('a certificate could not be deleted: other calls kept changing it');
};

/** The certificates of one owner (`clientId` 0: the account itself), oldest first. */

/** Consistent read: a removal must also find a certificate that was saved just now. */
export const listCertificates = (accountId: string, clientId: number): Promise<CertificateRow[]> =>
  rowsUnder(accountsKey.certificate(accountId, clientId, ''), parseCertificate);

/** Certificates of the account and its client companies, or of one owner. */
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

/**
 * Runs a query over the pages of DynamoDB, to its end or until it has so many rows. @returns also where it may
 * continue
 */
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

/**
 * Number of certificates of an account. It is counted in the transactions that create and delete them, so it is
 * exact, and concurrent calls cannot exceed the limit together.
 */

const changeOfTotal = (accountId: string, by: 1 | -1, limit?: number): Write => ({
  Update: update(setting('ACCOUNTS_TABLE'), accountsKey.total(accountId), {
    add: { total: by },
    if: limit === undefined ? undefined : either(absent('total'), below('total', limit)),
  }),
});

/** Counts one more, on condition that the account has room for it. */
export const addToTotal = (accountId: string): Write =>
  changeOfTotal(accountId, 1, limitsOfStage().certificates);

/** Counts one less. The transaction must fail where the one is not there. */
export const takeFromTotal = (accountId: string): Write => changeOfTotal(accountId, -1);

const parseTotal = rowParser('Total', 'total', () => z.object({ total: z.int() }));

/** Whether an account has all that the stage allows. Only `addToTotal` decides. */
export const isFull = async (accountId: string): Promise<boolean> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('ACCOUNTS_TABLE'), Key: accountsKey.total(accountId) }),
  );
  return Item !== undefined && parseTotal(Item).total >= limitsOfStage().certificates;
};
