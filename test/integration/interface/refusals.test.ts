import { describe, expect, test } from 'vitest';
import { caller, demo } from '../../support/demo.ts';
import { requestsOf } from '../../support/requests.ts';

/** What a program can read in the answer to a request that is not valid. Most programs show `message` only. */

const requests = requestsOf(demo);
const alta = requests['POST /seg-social/alta']!.request;

describe('the message of a request that is not valid', () => {
  const file = (fields: object) =>
    caller.acting(demo.certificates.tgss).post('/seg-social/alta', { ...alta, test: 1, ...fields });

  test('is the text of the first failing field, which names the field', async () => {
    const { status, body } = await file({ regimen: '11', nss: null, cno: 'x' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      regimen: ['regimen: Debe tener 4 dígitos.'],
      nss: ['nss: Este campo es obligatorio.'],
      cno: ['cno: Debe tener como máximo 4 dígitos.'],
    });
    expect(body.message).toBe(body.errors.regimen[0]);
  });

  test('is the certificate’s, where the certificate is missing too', async () => {
    const { status, body } = await caller.post('/seg-social/alta', { ...alta, regimen: '11' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['X-Cert-Secret', 'regimen']);
    expect(body.message).toBe(body.errors['X-Cert-Secret'][0]);
  });

  test('is the refusal’s, of a resource too', async () => {
    const { status, body } = await caller.post('/customer', { name: 'x'.repeat(256) });
    expect(status).toBe(422);
    expect(body.message).toBe('name: Debe tener como máximo 255 caracteres.');
  });
});
