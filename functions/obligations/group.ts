import type { LazyGroup } from '../../shared/operation/operation.ts';

/** What is due (obligaciones), by what was filed and seen at the authorities. */
export const obligations: LazyGroup = {
  name: 'obligations',
  prefix: '/api/v4',
  title: 'Obligaciones y plazos',
  needs: ['accounts:get', 'users:get', 'obligations:list', 'obligations:learn'],
  operations: {
    'GET /obligations': async () => (await import('./operations/list-obligations.ts')).listObligations,
    'GET /obligations/rules': async () => (await import('./operations/list-rules.ts')).listRules,
    'GET /calendar': async () => (await import('./operations/get-calendar.ts')).getCalendar,
    'PUT /calendar': async () => (await import('./operations/save-calendar.ts')).saveCalendar,
    'GET /calendar/address': async () =>
      (await import('./operations/get-calendar-address.ts')).getCalendarAddress,
    'POST /calendar/address': async () =>
      (await import('./operations/create-calendar-address.ts')).createCalendarAddress,
    'DELETE /calendar/address': async () =>
      (await import('./operations/revoke-calendar-address.ts')).revokeCalendarAddress,
    'GET /calendar.ics': async () => (await import('./operations/show-calendar.ts')).showCalendar,
    'GET /obligations/{id}': async () => (await import('./operations/get-obligation.ts')).getObligation,
    'POST /obligations/{id}/close': async () =>
      (await import('./operations/close-obligation.ts')).closeObligation,
    'POST /obligations/{id}/reopen': async () =>
      (await import('./operations/reopen-obligation.ts')).reopenObligation,
  },
};
