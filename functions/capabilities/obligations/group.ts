import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Obligations (obligaciones), which follow from filings and from readings of the authorities. */
export const obligations: LazyGroup = {
  name: 'obligations',
  prefix: '/api/v4',
  title: 'Obligaciones y plazos',
  needs: ['accounts:get', 'users:get', 'obligations:list', 'obligations:learn', 'joined:openBatchesOf'],
  operations: {
    'GET /obligations': async () => (await load()).listObligations,
    'GET /obligations/rules': async () => (await load()).listRules,
    'GET /calendar': async () => (await load()).getCalendar,
    'PUT /calendar': async () => (await load()).saveCalendar,
    'GET /calendar/address': async () => (await load()).getCalendarAddress,
    'POST /calendar/address': async () => (await load()).createCalendarAddress,
    'DELETE /calendar/address': async () => (await load()).revokeCalendarAddress,
    'GET /calendar.ics': async () => (await load()).showCalendar,
    'GET /obligations/{id}': async () => (await load()).getObligation,
    'POST /obligations/{id}/close': async () => (await load()).closeObligation,
    'POST /obligations/{id}/reopen': async () => (await load()).reopenObligation,
  },
};
