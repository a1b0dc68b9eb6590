import type { Seed } from '../sandbox/seed.ts';
import type { Succeeding } from './succeeding.ts';

/** Requests on notifications that succeed at the stand-ins as they are seeded, by method and address. */
export const notifications = ({ demo }: Seed): Record<string, Succeeding> => {
  const { pending, accepted } = demo.dehu;
  const idOf = ({ origin, identifier }: typeof pending) => ({ id: `${origin}-${identifier}` });
  const page = { page: 1, limit: 50 };
  return {
    'GET /dehu/notifications-pending': { request: page },
    'GET /dehu/notifications-done': { request: page },
    'GET /dehu/communications': { request: page },
    'GET /dehu/notification-detail': { request: { ...idOf(accepted), duplicate: 1, voucher: 1 } },
    'GET /dehu/notification-document': { request: idOf(accepted) },
    'GET /dehu/notification-voucher': { request: idOf(accepted) },
    'POST /dehu/notification-accept': { request: idOf(pending) },
    'GET /dehu/stats': { request: {} },
    'GET /seg-social/notifications': { request: page },
    'POST /seg-social/notification-accept': { request: { id: `2-${demo.notices.red.code}` } },
    'GET /aeat/notifications': { request: page },
    'POST /aeat/notification-accept': { request: { id: demo.taxNotices.pending.code } },
  };
};
