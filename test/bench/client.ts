/** A caller of the gateway that only wants it to succeed. */
export interface Caller {
  /** Payload of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: each bench knows what it asked for
  call(method: string, path: string, sent?: { secret?: string; body?: FormData }): Promise<any>;
}

const payload = async (address: string, init: RequestInit) => {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method} ${address} answered ${response.status}: ${text}`);
  return JSON.parse(text).data;
};

/** Signs in. */
export const signIn = async (
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<Caller> => {
  const { access_token } = await payload(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return {
    call: (method, path, { secret, body } = {}) =>
      payload(baseUrl + path, {
        method,
        headers: { Authorization: `Bearer ${access_token}`, ...(secret && { 'X-Cert-Secret': secret }) },
        ...(body !== undefined && { body }),
      }),
  };
};
