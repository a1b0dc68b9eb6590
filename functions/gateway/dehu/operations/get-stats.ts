import * as z from 'zod';
import { pending } from '../../../../shared/authorities/dehu/listing.ts';
import { reading } from '../../../../shared/operation/operation.ts';

const unknown = z.string().max(0).meta({ description: 'Siempre vacío: solo lo da el portal, y no LEMA.' });

export const getNotificationStats = reading({
  id: 'getNotificationStats',
  method: 'GET',
  path: '/stats',
  summary: 'Cuántas notificaciones y comunicaciones hay pendientes en DEHú',
  description: 'Se cuentan en la lista de pendientes; contarlas no abre ninguna.',
  authority: 'dehu',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    totalPendingNotifications: z.int().meta({ description: 'Notificaciones pendientes.' }),
    totalNotReadCommunications: z.int().meta({ description: 'Comunicaciones sin leer.' }),
    newDeviceForPushNotify: unknown,
    userHasUnverifiedEmail: unknown,
    userHasNotContact: unknown,
  }),
  example: {
    request: {},
    response: {
      totalPendingNotifications: 3,
      totalNotReadCommunications: 1,
      newDeviceForPushNotify: '',
      userHasUnverifiedEmail: '',
      userHasNotContact: '',
    },
  },
  run: async (_, { dehu }) => {
    const notices = await dehu.read(pending, {});
    const count = (wanted: string) => notices.filter(({ kind }) => kind === wanted).length;
    return {
      data: {
        totalPendingNotifications: count('notification'),
        totalNotReadCommunications: count('communication'),
        newDeviceForPushNotify: '',
        userHasUnverifiedEmail: '',
        userHasNotContact: '',
      },
    };
  },
});
