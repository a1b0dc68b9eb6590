import { randomBytes } from 'node:crypto';
import { setting } from '../kernel/config.ts';
import { notFound } from '../kernel/errors.ts';
import { type CertificateRow, parseCertificate } from './certificate-row.ts';
import { updateIf } from './dynamo/dynamo.ts';
import { accountsKey } from './keyspace.ts';
import { deleteSepeAccess, putSepeAccess, type SepeAccess } from './secrets.ts';

const VERSION_BYTES = 16;

/** Gives a stored certificate another user and password for SEPE's services, and deletes those that it had. */
export const withSepeAccess = async (row: CertificateRow, access: SepeAccess): Promise<CertificateRow> => {
  const { accountId, id: certificateId } = row;
  const sepe = newSepe(access);
  await putSepeAccess(accountId, { certificateId, version: sepe.version }, access);
  const updated = await updateIf({
    TableName: setting('ACCOUNTS_TABLE'),
    Key: accountsKey.certificate(accountId, row.clientId, certificateId),
    UpdateExpression: 'SET sepe = :sepe',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':sepe': sepe },
    ReturnValues: 'ALL_OLD',
  });
  if (!updated) {
    // The certificate was deleted meanwhile.
    await deleteSepeAccess(accountId, { certificateId, version: sepe.version });
    throw notFound('El certificado no existe.');
  }
  const before = updated.Attributes && parseCertificate(updated.Attributes).sepe;
  if (before) await deleteSepeAccess(accountId, { certificateId, version: before.version });
  return { ...row, sepe };
};

/** What the row says of user and password. */
export const newSepe = ({ user }: SepeAccess) => ({
  user,
  version: randomBytes(VERSION_BYTES).toString('hex'),
});
