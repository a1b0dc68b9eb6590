import * as z from 'zod';
import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { bool, email, integer, role, text } from '../../../shared/kernel/fields.ts';
import { logger } from '../../../shared/kernel/log.ts';
import { PREVIEWS } from '../../../shared/kernel/roles.ts';
import { passwordPage } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toUserResource, userExample, userId, userResource } from './fields.ts';

export const listUsers = resource({
  id: 'listUsers',
  method: 'GET',
  path: '/',
  summary: 'Listar los usuarios de la cuenta',
  description: 'Por orden de alta. Los accesos de las empresas cliente no están aquí.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(userResource),
  example: { request: {}, response: [userExample] },
  run: async (_, { caller, stores }) => {
    return { data: (await stores.users.listUsers(caller.accountId)).map(toUserResource) };
  },
});

const NOT_SENT =
  'Usuario guardado, pero no se ha podido enviar la invitación. Puede pedir el enlace en la página de contraseñas.';

export const inviteUser = resource({
  id: 'inviteUser',
  method: 'POST',
  path: '/',
  summary: 'Invitar a un usuario',
  description:
    'Recibe un e-mail que nombra a la cuenta, con un enlace para crear su contraseña; vale un día, y puede pedir otro en la ' +
    'página de contraseñas. Una cuenta admite 100 usuarios (422). El e-mail no se cambia después: se invita al nuevo y se ' +
    'elimina el anterior.',
  access: 'owner',
  noted: { kind: 'user', object: (_, data) => data?.id, values: ['role'] },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    name: text(100, 'Nombre de la persona.'),
    email: email(254, 'E-mail con el que iniciará sesión; no puede existir ya en el servicio.'),
    role: role('Qué podrá hacer.'),
  }),
  response: userResource,
  example: {
    request: { name: 'Lucía Martín', email: 'lucia@example.com', role: 'files' },
    response: userExample,
  },
  run: async (wanted, { caller, stores, origin, now }) => {
    const user = await stores.users.addUser(caller.accountId, wanted, now);
    const isSent = await stores.users.inviteUser(user, passwordPage(origin), now).catch((error: Error) => {
      // Only the error's name: its message may contain an address, which is personal data.
      logger.error('a mail to a new user could not be sent', { cause: error.name });
      return false;
    });
    return { data: toUserResource(user), ...(!isSent && { message: NOT_SENT }) };
  },
});

export const changeUser = resource({
  id: 'changeUser',
  method: 'PATCH',
  path: '/{userId}',
  summary: 'Cambiar el nombre o el rol de un usuario',
  description: 'El rol nuevo vale desde la siguiente petición, también para sus tokens de programa.',
  access: 'owner',
  noted: { kind: 'user', object: ({ userId }) => userId, values: ['role'] },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es el último usuario con el rol owner.' },
  request: z.object({
    userId,
    name: text(100, 'Nombre de la persona.').optional(),
    role: role('Qué puede hacer.').optional(),
  }),
  response: userResource,
  example: {
    request: { userId: userExample.id, role: 'reads' },
    response: { ...userExample, role: 'reads' },
  },
  run: async ({ userId, ...wanted }, { caller, stores, now }) => {
    return {
      data: toUserResource(await stores.users.changeUser(caller.accountId, userId, { ...wanted, now })),
    };
  },
});

export const removeUser = resource({
  id: 'removeUser',
  method: 'DELETE',
  path: '/{userId}',
  summary: 'Eliminar un usuario',
  description:
    'Sus sesiones, tokens de programa y dirección de calendario dejan de valer de inmediato, y lo que tenía en espera no se ' +
    'presenta. A los webhooks que creó o confirmó no se les envía nada más hasta que otro usuario los active. Los trámites que ' +
    'hizo lo siguen nombrando. Devuelve el usuario como era.',
  access: 'owner',
  noted: { kind: 'user', object: ({ userId }) => userId },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es el último usuario con el rol owner.' },
  request: z.object({ userId }),
  response: userResource,
  example: { request: { userId: userExample.id }, response: userExample },
  run: async ({ userId }, { caller, stores, now }) => ({
    data: toUserResource(await stores.users.removeUser(caller.accountId, userId, now)),
    message: 'Usuario eliminado.',
  }),
});

export const resetSecondFactor = resource({
  id: 'resetSecondFactor',
  method: 'DELETE',
  path: '/{userId}/second-factor',
  summary: 'Quitar el segundo factor a otro usuario',
  description:
    'Para quien perdió el teléfono y los códigos de recuperación, que recibe un e-mail. El propio se desactiva con un código.',
  access: 'owner',
  noted: { kind: 'secondFactor', object: ({ userId }) => userId },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es el segundo factor propio.' },
  request: z.object({ userId }),
  response: userResource,
  example: { request: { userId: userExample.id }, response: userExample },
  run: async ({ userId }, { caller, stores }) => {
    if (userId === caller.userId)
      throw conflict('El segundo factor propio se desactiva con un código: DELETE /auth/second-factor.');
    const user = await stores.users.ownUser(caller.accountId, userId);
    await stores.secondFactors.removeSecondFactor(user);
    return { data: { ...toUserResource(user), second_factor: false } };
  },
});

export const resetClientSecondFactor = resource({
  id: 'resetClientSecondFactor',
  method: 'DELETE',
  path: '/clients/{clientId}/second-factor',
  summary: 'Quitar el segundo factor a una empresa cliente',
  description:
    'Para la que perdió el teléfono y los códigos de recuperación, o a la que se lo activó quien no debía. Recibe un e-mail, y ' +
    'entra solo con la contraseña.',
  access: 'owner',
  noted: { kind: 'secondFactor', object: ({ clientId }) => clientId },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cliente no existe, o no tiene acceso.' },
  request: z.object({ clientId: integer('Identificador del cliente.') }),
  response: z.object({
    clientId: z.int().meta({ description: 'Identificador del cliente.' }),
    second_factor: z.boolean().meta({ description: 'Si inicia sesión también con un código.' }),
  }),
  example: { request: { clientId: 10_000 }, response: { clientId: 10_000, second_factor: false } },
  run: async ({ clientId }, { caller, stores }) => {
    const client = await stores.clients.findClient(caller.accountId, clientId);
    const user = client?.userId === undefined ? undefined : await stores.accounts.findUser(client.userId);
    if (user?.clientId !== clientId) throw notFound('El cliente no existe, o no tiene acceso.');
    await stores.secondFactors.removeSecondFactor(user);
    return { data: { clientId, second_factor: false } };
  },
});

const preview = z.enum(PREVIEWS).meta({
  description:
    'optional: se presenta con simulacro previo o sin él; required: solo lo que pasó un simulacro; another: además, lo hizo otra ' +
    'persona.',
});

export const demandPreview = resource({
  id: 'demandPreview',
  method: 'PUT',
  path: '/preview',
  summary: 'Exigir a los usuarios un simulacro antes de presentar',
  description:
    'Con required y another, lo que un usuario presenta sin el previewToken de su simulacro (cabecera Preview-Token) es un 422, ' +
    'desde ese momento. Los tokens de programa no cambian, ni las operaciones que no admiten test.',
  access: 'owner',
  noted: { kind: 'setting', values: ['preview'] },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ preview }),
  response: z.object({ preview }),
  example: { request: { preview: 'another' }, response: { preview: 'another' } },
  run: async ({ preview }, { caller, stores }) => {
    await stores.accounts.setAccountChoice(caller.accountId, { previews: preview });
    return { data: { preview } };
  },
});

const required = z.boolean().meta({ description: 'Si la cuenta lo exige.' });

export const demandSecondFactor = resource({
  id: 'demandSecondFactor',
  method: 'PATCH',
  path: '/',
  summary: 'Exigir el segundo factor a los usuarios de la cuenta',
  description:
    'Quien no lo tiene solo puede activarlo, desde ese momento; las demás peticiones reciben 403. Los webhooks y las ' +
    'direcciones de calendario de cuando su usuario no lo tenía dejan de valer. Los tokens de programa y las empresas cliente ' +
    'no cambian.',
  access: 'owner',
  noted: { kind: 'setting', values: ['second_factor_required'] },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    second_factor_required: bool('Verdadero lo exige, falso deja que cada persona lo decida.'),
  }),
  response: z.object({ second_factor_required: required }),
  example: {
    request: { second_factor_required: true },
    response: { second_factor_required: true },
  },
  run: async ({ second_factor_required }, { caller, stores }) => {
    await stores.accounts.setAccountChoice(caller.accountId, {
      secondFactor: second_factor_required ? 'required' : 'optional',
    });
    return { data: { second_factor_required } };
  },
});
