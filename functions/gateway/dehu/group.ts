import type { LazyGroup } from '../../../shared/operation/operation.ts';

export const dehu: LazyGroup = {
  name: 'dehu',
  prefix: '/api/v4/dehu',
  title: 'Notificaciones (DEHú)',
  // The client company with the tax id of a notification's recipient.
  needs: ['clients:get'],
  operations: {
    'GET /notifications-pending': async () =>
      (await import('./operations/list-pending.ts')).listPendingNotifications,
    'GET /notifications-done': async () => (await import('./operations/list-done.ts')).listDoneNotifications,
    'GET /communications': async () =>
      (await import('./operations/list-communications.ts')).listCommunications,
    'GET /notification-detail': async () =>
      (await import('./operations/get-detail.ts')).getNotificationDetail,
    'GET /notification-document': async () =>
      (await import('./operations/get-document.ts')).getNotificationDocument,
    'GET /notification-voucher': async () =>
      (await import('./operations/get-voucher.ts')).getNotificationVoucher,
    'POST /notification-accept': async () => (await import('./operations/accept.ts')).acceptNotification,
    'GET /stats': async () => (await import('./operations/get-stats.ts')).getNotificationStats,
  },
};
