import * as z from 'zod';
import { type Credential, readP12 } from '../../../shared/certificates/p12.ts';
import { P12Error } from '../../../shared/certificates/p12-error.ts';
import { invalid, notFound, tooManyDerivations, WATCHED } from '../../../shared/kernel/errors.ts';
import { flag, noData, password, text } from '../../../shared/kernel/fields.ts';
import { onlyWith, rule, together } from '../../../shared/kernel/rules.ts';
import { CERTIFICATE_TYPES, resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated } from '../../../shared/operation/pagination.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import type { UploadedFile } from '../../../shared/serving/form/form.ts';
import {
  certificateExample,
  certificateResource,
  certificateType,
  certSecret,
  clientId,
  ownSecret,
  toResource,
  watches,
} from './fields.ts';

const ownerFields = {
  clientId: z.int().nullable().optional().meta({
    description: 'Con all: cliente del que es; nulo si es de la propia cuenta.',
  }),
  company: z.string().nullable().optional().meta({ description: 'Con all: nombre de ese cliente.' }),
};

export const listCertificates = resource({
  id: 'listCertificates',
  method: 'GET',
  path: '/',
  summary: 'Listar certificados',
  access: 'reads',
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      clientId: clientId.optional(),
      all: flag('Con valor 1, los de la cuenta y los de todos sus clientes, primero el que antes caduca.'),
      ...pageFields,
    })
    .check(
      rule(
        'all',
        'No se admite con clientId.',
        (values) => values.all === true && values.clientId !== undefined,
      ),
    ),
  response: paginated(certificateResource.extend(ownerFields)),
  example: {
    request: {},
    response: { data: [certificateExample], pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 } },
  },
  run: async (request, ports) => {
    if (request.all) return listAll(request, ports);
    const owner = await ownerOf(request.clientId, ports);
    const page = pageOf(request);
    const { caller, stores } = ports;
    const { rows, total } = await stores.certificates.pageOfCertificates(
      caller.accountId,
      owner.clientId,
      page,
    );
    return {
      data: {
        data: await Promise.all(rows.map((row) => toResource(row, owner.active, ports))),
        pagination: page.pagination(total),
      },
    };
  },
});

/** Lists the certificates of the account and all its client companies by expiry. A client company sees its own. */
const listAll = async (request: { page?: number; perPage?: number }, ports: Ports) => {
  const { caller, stores } = ports;
  const { position, limit, pagination } = pageOf(request);
  const rows = (await stores.certificates.listAllCertificates(caller.accountId, caller.clientId)).toSorted(
    (one, other) => one.notAfter.localeCompare(other.notAfter),
  );
  const shown = rows.slice(position, position + limit);
  const clients = await stores.clients.companiesOf(
    caller.accountId,
    new Set(shown.flatMap(({ clientId }) => clientId || [])),
  );
  const data = shown.map(async (row) => ({
    ...(await toResource(row, row.clientId === 0 || clients.get(row.clientId)?.active === true, ports)),
    clientId: row.clientId || null,
    company: clients.get(row.clientId)?.name ?? null,
  }));
  return { data: { data: await Promise.all(data), pagination: pagination(rows.length) } };
};

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
  noted: { kind: 'certificate', values: ['type', 'clientId'] },
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
    ports.acts.about(row.id);
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

export const watchNotifications = resource({
  id: 'watchNotifications',
  method: 'PUT',
  path: '/{cert_secret}/notifications',
  summary: 'Buscar notificaciones con un certificado dos veces al día',
  description:
    'Se buscan en los organismos que se indican; con una lista vacía, que es lo inicial, no se ' +
    'buscan. Cada notificación que aparece es una obligación (GET /obligations) y un aviso ' +
    'notification.new. Solo se listan: para abrir una hace falta POST …/notification-accept.',
  access: 'owner',
  noted: { kind: 'certificate' },
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    cert_secret: certSecret,
    authorities: watches.max(10),
  }),
  response: z.object({ authorities: watches }),
  example: { request: { cert_secret: 'q1b3…', authorities: ['dehu'] }, response: { authorities: ['dehu'] } },
  run: async ({ cert_secret, authorities }, ports) => {
    const { accountId } = ports.caller;
    const { certificates } = ports.stores;
    const secret = await ownSecret(cert_secret, ports);
    const row = secret && (await certificates.findCertificate(accountId, secret));
    if (!secret || !row) throw notFound('El certificado no existe.');
    ports.acts.about(secret.certificateId);
    const others = authorities.filter((one) => row.type !== undefined && row.type !== CERTIFICATE_TYPES[one]);
    if (others.length > 0)
      throw invalid({
        authorities: [`authorities: El tipo del certificado no sirve para ${others.join(', ')}.`],
      });
    const unique = WATCHED.filter((one) => authorities.includes(one));
    if (!(await certificates.setWatches(accountId, secret, unique)))
      throw notFound('El certificado no existe.');
    return { data: { authorities: unique } };
  },
});

export const deleteCertificate = resource({
  id: 'deleteCertificate',
  method: 'DELETE',
  path: '/{cert_secret}',
  summary: 'Eliminar un certificado',
  description:
    'El certificado deja de servir de inmediato; su clave se destruye cuando ningún otro certificado del mismo P12 y titular la usa.',
  access: 'owner',
  noted: { kind: 'certificate' },
  rate: 'write',
  standing: 'document',
  request: z.object({ cert_secret: certSecret }),
  response: noData,
  example: { request: { cert_secret: 'q1b3…' }, response: [] },
  run: async ({ cert_secret }, ports) => {
    const { caller, stores, acts } = ports;
    const secret = await ownSecret(cert_secret, ports);
    if (secret) acts.about(secret.certificateId);
    if (!secret || !(await stores.certificates.deleteCertificate(caller.accountId, secret)))
      throw notFound('El certificado no existe.');
    return { message: 'Certificado eliminado.' };
  },
});
