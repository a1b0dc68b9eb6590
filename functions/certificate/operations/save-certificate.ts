import * as z from 'zod';
import { type Credential, readP12 } from '../../../shared/certificates/p12.ts';
import { P12Error } from '../../../shared/certificates/p12-error.ts';
import { invalid, tooManyDerivations } from '../../../shared/kernel/errors.ts';
import { password, text } from '../../../shared/kernel/fields.ts';
import { onlyWith, rule, together } from '../../../shared/kernel/rules.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import type { UploadedFile } from '../../../shared/serving/form/form.ts';
import { certificateExample, certificateResource, certificateType, clientId, toResource } from '../fields.ts';

/** Largest P12, in bytes. With its chain a P12 has 3 to 6 KiB. */
const MAX_P12 = 64 * 1024;

export const saveCertificate = resource({
  id: 'saveCertificate',
  method: 'POST',
  path: '/',
  summary: 'Guardar un certificado',
  description:
    'Formulario multipart. El fichero admite también los algoritmos de exportaciones antiguas. El mismo certificado ' +
    'enviado otra vez para el mismo titular y con el mismo type responde con el ya guardado; con otro type es otro ' +
    'certificado, con su propio cert_secret. Sin type, el certificado sirve para todos ' +
    'los organismos. Una cuenta admite un máximo de certificados (422), y cada usuario, un máximo de envíos por hora ' +
    '(429). El que aún no es válido se guarda, y no actúa antes de su fecha (desde). Con sepe_user y sepe_password se guardan, o cambian, los de los servicios del SEPE.',
  access: 'owner',
  body: 'multipart',
  maxBody: MAX_P12,
  rate: 'write',
  standing: 'document',
  request: z
    .object({
      file: z
        .custom<UploadedFile>((value) => Buffer.isBuffer((value as UploadedFile | undefined)?.bytes), {
          error: ({ input }) =>
            typeof input === 'string'
              ? 'Debe ser un fichero: a esta parte del formulario le falta filename.'
              : 'Debe adjuntarse un fichero.',
        })
        .meta({ description: 'Fichero P12 o PFX, máximo 64 KiB.', type: 'string', format: 'binary' }),
      password: password('Contraseña del fichero; vacía, o sin enviar, si no tiene.').optional().default(''),
      clientId: clientId.optional(),
      type: certificateType.optional(),
      sepe_user: text(20, 'Usuario de los servicios del SEPE (Contrat@), si el titular lo tiene.').optional(),
      sepe_password: password(
        'Contraseña de ese usuario: de 8 a 20 letras y cifras, sin acentos.',
        8,
      ).optional(),
    })
    .check(
      ...together('sepe_user', 'sepe_password'),
      onlyWith('sepe_user', 'type 2 o sin type', { type: false }, { type: ['2'] }),
      rule(
        'sepe_password',
        'Debe tener de 8 a 20 letras y cifras, sin acentos.',
        ({ sepe_password }) =>
          typeof sepe_password === 'string' && !/^[0-9A-Za-z]{8,20}$/.test(sepe_password),
      ),
    ),
  response: certificateResource,
  example: {
    request: { file: { name: 'certificado.p12', bytes: Buffer.from('…') }, password: '…', type: '1' },
    response: certificateExample,
  },
  run: async (request, ports) => {
    const { caller, stores, now, authorityNow } = ports;
    const [owner, wait] = await Promise.all([
      ownerOf(request.clientId, ports),
      stores.budgets.takeDerivation(caller.userId, now),
    ]);
    if (wait > 0) throw tooManyDerivations(wait);
    const credential = readUpload(request.file, request.password, authorityNow);
    const { holder } = credential;
    const { sepe_user, sepe_password } = request;
    const row = await stores.certificates.saveCertificate(
      {
        accountId: caller.accountId,
        clientId: owner.clientId,
        name: credential.name,
        notBefore: credential.notBefore.toISOString(),
        notAfter: credential.notAfter.toISOString(),
        dni: holder.dni || (holder.organisation?.cif ?? ''),
        givenName: holder.givenName,
        surname: holder.surname,
        issuer: credential.issuer,
        ...(request.type && { type: Number(request.type) }),
        fingerprint: credential.fingerprint,
      },
      {
        pair: credential,
        access: sepe_user && sepe_password ? { user: sepe_user, password: sepe_password } : undefined,
      },
      now,
    );
    return { data: await toResource(row, owner.active, ports) };
  },
});

/** @throws ServiceError 422 on `password` or `file` */
const readUpload = (file: UploadedFile, password: string, now: Date): Credential => {
  try {
    return readP12(file.bytes, password, now);
  } catch (error) {
    if (!(error instanceof P12Error)) throw error;
    throw invalid({ [error.reason === 'password' ? 'password' : 'file']: [error.message] });
  }
};
