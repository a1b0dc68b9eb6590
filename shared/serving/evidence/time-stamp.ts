import { createHash, randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const SHA256 = '2.16.840.1.101.3.4.2.1';

/** A non-negative number of 16 bytes: its first bit would be a sign. */
const newNonce = (): Uint8Array<ArrayBuffer> => {
  const nonce = new Uint8Array(randomBytes(16));
  nonce[0] = (nonce[0]! & 0x7f) | 0x40;
  return nonce;
};

const isSame = (one: ArrayBufferLike | Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(new Uint8Array(one as ArrayBuffer), other) === 0;

/**
 * Obtains a time-stamp (RFC 3161) of some bytes, of which only the hash is sent.
 * @param ask sends the query and gives the response, both in DER
 * @returns the response: the token, with the certificate of its signer
 * @throws Error if it was not granted, is for other bytes, or its signature is invalid. Whether the signer can be
 * trusted is for whoever uses it as a proof to decide
 */
export const timeStampOf = async (
  bytes: Uint8Array,
  ask: (query: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const imprint = createHash('sha256').update(bytes).digest();
  const nonce = newNonce();
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(imprint).buffer }),
    }),
    nonce: new Integer({ valueHex: nonce.buffer }),
    certReq: true,
  });
  const response = await ask(new Uint8Array(query.toSchema().toBER()));
  const { status, timeStampToken } = TimeStampResp.fromBER(new Uint8Array(response));
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || !timeStampToken) throw new Error(`no time-stamp was granted (status ${status.status})`);
  const signed = new SignedData({ schema: timeStampToken.content });
  const info = TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue());
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithmId !== SHA256 || !isSame(hashedMessage.valueBlock.valueHexView, imprint))
    throw new Error('the time-stamp is for other data');
  if (!info.nonce || !isSame(info.nonce.valueBlock.valueHexView, nonce))
    throw new Error('the time-stamp answers another query');
  const isSigned = await signed.verify({ signer: 0, data: new Uint8Array(bytes).buffer, checkChain: false });
  if (!isSigned) throw new Error('the time-stamp has a wrong signature');
  return response;
};
