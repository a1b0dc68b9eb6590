import { variant } from '../customer/variant.ts';
import { legacyRequest, legacyRequestExample, readLegacy } from './request.ts';
import { legacyExample, legacyResource, showLegacy } from './resource.ts';

/** Most clients on a page: the interface gives no maximum, and many more would not fit in one answer. */
const MAX_PER_PAGE = 1_000;

/** The clients group of the older interface. */
export const legacy = variant({
  request: legacyRequest,
  requestExample: legacyRequestExample,
  read: readLegacy,
  resource: legacyResource,
  resourceExample: legacyExample,
  show: showLegacy,
  maxPerPage: MAX_PER_PAGE,
});
