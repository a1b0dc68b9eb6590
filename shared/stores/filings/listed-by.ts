import type { Filing } from './filing.ts';
import { listKeys } from './filing-keys.ts';
import { shownState } from './shown-state.ts';

/** MACs by which a filing is listed, as of `listMac`. */
export interface ListMacs {
  worker?: string | undefined;
  ccc?: string | undefined;
}

/** The attributes of a filing's row by which it is listed. Its state changes; all others stay. */
export const listedBy = (filing: Filing, { worker, ccc }: ListMacs) => {
  const { accountId, clientId, companyId, userId, operation } = filing;
  return {
    account: listKeys.account(accountId),
    ...(clientId !== 0 && { client: listKeys.client(accountId, clientId) }),
    ...(worker && { worker: listKeys.worker(worker) }),
    ...(ccc && { cccKey: listKeys.ccc(ccc) }),
    ...(companyId && { companyKey: listKeys.company(accountId, companyId) }),
    userKey: listKeys.user(accountId, userId),
    operationKey: listKeys.operation(accountId, operation),
    stateKey: listKeys.state(accountId, shownState(filing)),
  };
};
