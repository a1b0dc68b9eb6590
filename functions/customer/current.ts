import { MAX_PER_PAGE } from '../../shared/operation/pagination.ts';
import { readSaved, saveExample, saveRequest } from './request.ts';
import { clientExample, clientResource, showClient } from './resource.ts';
import { variant } from './variant.ts';

/** The clients group of the current interface. */
export const current = variant({
  request: saveRequest,
  requestExample: saveExample,
  read: readSaved,
  resource: clientResource,
  resourceExample: clientExample,
  show: showClient,
  maxPerPage: MAX_PER_PAGE,
});
