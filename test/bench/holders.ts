import { readFile } from 'node:fs/promises';
import { newAccount } from '../support/accounts.ts';
import type { Gateway } from '../support/gateway.ts';
import type { startService } from '../support/local-service.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** A new account with a certificate with which nothing was requested yet. */
export const newHolder = async ({ demo }: Service): Promise<{ gateway: Gateway; secret: string }> => {
  const { gateway } = await newAccount(demo.baseUrl);
  const { body } = await gateway.upload(await readFile(demo.p12.file), { password: demo.p12.password });
  return { gateway, secret: body.data.cert_secret as string };
};

/** Makes a request that must succeed. A cost measured for any other answer would be worth nothing. */
export const succeed = async (gateway: Gateway, method: string, path: string, json: unknown) => {
  const { status, body } = await gateway.call(method, path, { json });
  if (status !== 200)
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body.errors ?? body.message)}`);
};
