import { createHash } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { setting } from '../kernel/config.ts';
import { notFound } from '../kernel/errors.ts';
import { deleteKeys, type KeyPair, putKeys, type SepeAccess } from './certificate-keys.ts';
import { type CertificateRow, newSecretId, parseCertificate } from './certificate-row.ts';
import { transact, type Write } from './dynamo/dynamo.ts';
import { readRow } from './dynamo/read-keys.ts';
import { rowParser } from './dynamo/row-parser.ts';
import { accountsKey } from './keyspace.ts';
import { absent, all, type Condition, exists, is, isNew, remove, update } from './table.ts';

/**
 * One secret for each P12 and owner, whichever types it is stored with, because Secrets Manager bills by secret.
 *
 * A row says which secret it is and which certificates use it. The row changes only on condition that it is as it
 * was read, in the transaction that stores, changes or deletes one of these certificates. A secret is written once,
 * under a new id, before a row names it, and is deleted after no row names it. So a stored certificate always names
 * an existing secret. An interruption can only leave an unused secret, which erasing the account deletes.
 */

const parseShared = rowParser('SharedSecret', 'sharedSecret', () =>
  z.object({ secretId: z.string(), certificateIds: z.array(z.string()) }),
);

type Shared = ReturnType<typeof parseShared>;

/** Owner of a secret, and hash of its key and chain. */
interface Sharing {
  accountId: string;
  clientId: number;
  /** SHA-256 of the chain. Whoever uploads the same certificate with other issuers means to have these sent. */
  chainHash: string;
}

/** Values that decide whether two uploads may share a secret. A certificate has exactly one key. */
export const chainHashOf = ({ chain }: KeyPair): string => createHash('sha256').update(chain).digest('hex');

/** Attempts of a change, since other calls may change certificates of the same P12 meanwhile. */
export const ATTEMPTS = 10;

/** The secret that certificates share, and which these are; `undefined` for none. */
export const findShared = (of: Sharing): Promise<Shared | undefined> =>
  readRow(parseShared, accountsKey.sharedSecret(of.accountId, of));

const table = () => setting('ACCOUNTS_TABLE');

const keyOf = (of: Sharing) => accountsKey.sharedSecret(of.accountId, of);

/** The row is as it was read. */
const asRead = (before: Shared | undefined): Condition =>
  before ? all(is('certificateIds', before.certificateIds), is('secretId', before.secretId)) : isNew;

/** Writes which certificates share which secret, on condition that the row is as it was read. */
export const share = (
  of: Sharing,
  before: Shared | undefined,
  { secretId, certificateIds }: Shared,
): Write => ({
  Update: update(table(), keyOf(of), { set: { certificateIds, secretId }, if: asRead(before) }),
});

/**
 * Takes a certificate out of those that share a secret, on condition that these are as they were read. After the last one there
 * is no row. Which secret the others have is not asked: who removes client companies may not change that.
 */
export const leave = (of: Sharing, shared: Shared, id: string): Write =>
  isLast(shared, id)
    ? { Delete: remove(table(), keyOf(of), asRead(shared)) }
    : {
        Update: update(table(), keyOf(of), {
          set: { certificateIds: shared.certificateIds.filter((one) => one !== id) },
          if: is('certificateIds', shared.certificateIds),
        }),
      };

/** Whether no certificate shares a secret with this one. */
export const isLast = ({ certificateIds }: Shared, id: string): boolean =>
  certificateIds.every((one) => one === id);

/**
 * Writes all or nothing. A secret made for the transaction is deleted if it certainly wrote nothing.
 * @returns as `transact`
 */
export const transactWith = async (
  writes: Write[],
  { accountId, made }: { accountId: string; made: string | undefined },
): Promise<Write[]> => {
  const undo = async () => {
    if (made) await deleteKeys(accountId, made);
  };
  try {
    const rejected = await transact(writes);
    if (rejected.length > 0) await undo();
    return rejected;
  } catch (error) {
    // After any other error the rows may name it.
    if (error instanceof TransactionCanceledException) await undo();
    throw error;
  }
};

/**
 * Further writes when certificates get another secret: their rows name the new secret, and its user for SEPE's
 * services if they had one.
 * @param id the certificate that causes the change; its own row is not among them
 */
export const moveOthers = async (
  of: Sharing,
  { certificateIds = [] }: Partial<Shared>,
  { id, secretId, user }: { id: string; secretId: string; user: string },
): Promise<{ ids: string[]; writes: Write[] }> => {
  const ids = certificateIds.filter((one) => one !== id);
  const rows = await Promise.all(ids.map((one) => findRow({ ...of, id: one })));
  const others = rows.filter((row) => row !== undefined);
  return {
    ids: others.map((row) => row.id),
    writes: others.map((row) => move(row, of, { secretId, user: row.sepe && user })),
  };
};

const move = (
  row: CertificateRow,
  { chainHash }: Sharing,
  { secretId, user }: { secretId: string; user: string | undefined },
): Write => ({
  Update: update(table(), accountsKey.certificate(row.accountId, row.clientId, row.id), {
    set: {
      secretId,
      chainHash,
      sepe: user === undefined ? undefined : { user, version: secretId },
    },
    if: stillWith(row),
  }),
});

/** It is there, and user and password are those that were read: others, stored meanwhile, would stay. */
export const stillWith = ({ sepe }: CertificateRow): Condition =>
  all(exists('pk'), sepe ? is(['sepe', 'version'], sepe.version) : absent('sepe'));

const findRow = ({ accountId, clientId, id }: Pick<CertificateRow, 'accountId' | 'clientId' | 'id'>) =>
  readRow(parseCertificate, accountsKey.certificate(accountId, clientId, id));

/**
 * Gives a stored certificate another user and password for SEPE's services, in a new secret with the key of the new
 * upload. Certificates that share the secret get it too. The old secret is deleted.
 */
export const withSepeAccess = async (
  { accountId, clientId, id }: CertificateRow,
  { pair, access }: { pair: KeyPair; access: SepeAccess },
): Promise<CertificateRow> => {
  const of = { accountId, clientId, chainHash: chainHashOf(pair) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row, shared] = await Promise.all([findRow({ accountId, clientId, id }), findShared(of)]);
    if (!row) throw notFound('El certificado no existe.');
    const former = row.chainHash === of.chainHash ? undefined : { ...of, chainHash: row.chainHash };
    const left = former && (await findShared(former));

    const made = newSecretId();
    const { user } = access;
    const others = await moveOthers(of, shared ?? {}, { id, secretId: made, user });
    await putKeys(accountId, made, { pair, access });
    const rejected = await transactWith(
      [
        share(of, shared, { secretId: made, certificateIds: [...others.ids, id] }),
        ...(left ? [leave(former, left, id)] : []),
        move(row, of, { secretId: made, user }),
        ...others.writes,
      ],
      { accountId, made },
    );
    if (rejected.length > 0) continue;
    if (shared) await deleteKeys(accountId, shared.secretId);
    if (left && isLast(left, id)) await deleteKeys(accountId, left.secretId);
    return { ...row, sepe: { user, version: made }, secretId: made, chainHash: of.chainHash };
  }
  throw new Error(
    'user and password for SEPE could not be stored: other calls kept changing the certificate',
  );
};
