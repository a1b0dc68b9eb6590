/** Longest wait, in milliseconds, for a time-stamping authority. */
const WAIT_MS = 10_000;
/** Largest response that is read, in bytes: a token with the certificates of its signer has some thousands. */
const MAX_RESPONSE = 64 * 1024;

/**
 * Sends a query to a time-stamping authority, by HTTP (RFC 3161, 3.4).
 * @param address without TLS, too: a query holds a hash and no secret, and the response is signed
 * @returns its response, as it came
 * @throws Error where it does not answer in time, or with something else than a response
 */
export const askTimeStamp = async (address: string, query: Uint8Array): Promise<Uint8Array> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: new Uint8Array(query),
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_MS),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE) break;
    chunks.push(chunk);
  }
  if (!response.ok || size > MAX_RESPONSE)
    throw new Error(`the time-stamping authority answered ${response.status}, with ${size} bytes`);
  return Buffer.concat(chunks);
};
