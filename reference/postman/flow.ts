import { keep } from './scripts.ts';

/**
 * The order of the requests, the values that later requests take from earlier answers, and the expected statuses
 * other than 200. With these a run of the whole collection succeeds.
 */

/** Groups in their order. */
export const FOLDERS = [
  ...[
    'sandbox',
    'seg-social',
    'sepe',
    'aeat',
    'dehu',
    'office',
    'customer',
    'customer-legacy',
    'certificate',
    'tramites',
    'batches',
  ],
  ...[
    'obligations',
    'reconciliation',
    'search',
    'drafts',
    'users',
    'webhooks',
    'mails',
    'operator',
    'auth',
    'password',
    'reference',
  ],
];

/** Operations that come first or last in their group. Restarting the world resets a day that was moved. */
const FIRST = ['signIn', 'moveSandboxClock', 'resetSandbox', 'showGuide'];
const LAST = [
  ...['updateCesion', 'listCesiones', 'removeCesion', 'removeTermination', 'updateCategory'],
  ...['acceptNotification', 'acceptSocialSecurityNotification', 'acceptTaxNotification'],
  ...['createBasicCopyXml', 'notifyContractXml', 'transformContractXml'],
  ...[
    'getClient',
    'changeClient',
    'removeClientAccount',
    'activateClient',
    'deleteClient',
    'deleteCertificate',
    'checkFiling',
    'resolveFiling',
  ],
  ...['removeUser', 'removeWebhook', 'revokeToken', 'signOut', 'revokeCalendarAddress'],
];

/** Sort key of an operation in its group; the sort is stable. */
export const placeOf = (id: string): number => (FIRST.includes(id) ? -1 : LAST.indexOf(id) + 1);

/** Variables that are set from answers; they are empty at first. */
export const KEPT = [
  ...['clientId', 'savedCertSecret', 'tokenId', 'userId', 'tramiteId', 'referenceScript', 'referenceStyle'],
  'xmlFile',
  ...['obligationId', 'calendarToken'],
  'webhookId',
  'batchId',
];

const OF_WEBHOOK = { webhookId: '{{webhookId}}' };
const OF_BATCH = { batchId: '{{batchId}}' };
const OF_USER = { userId: '{{userId}}' };
const OF_FILING = { id: '{{tramiteId}}' };
const OF_OBLIGATION = { id: '{{obligationId}}' };

/** Fields that a request takes from variables, or generates, by operation. */
export const FROM_EARLIER: Record<string, Record<string, unknown>> = {
  saveClient: { access: { email: '{{$guid}}@example.com' }, not_notify: 1 },
  activateClient: { customerID: '{{clientId}}' },
  getClient: { customerID: '{{clientId}}' },
  changeClient: { customerID: '{{clientId}}' },
  removeClientAccount: { customerID: '{{clientId}}' },
  deleteClient: { customerID: '{{clientId}}' },
  saveWorkforce: { customerID: '{{clientId}}' },
  getWorkforce: { customerID: '{{clientId}}' },
  createReconciliation: { customerID: '{{clientId}}' },
  switchNightly: { customerID: '{{clientId}}' },
  saveCertificate: { password: '{{p12Password}}' },
  watchNotifications: { cert_secret: '{{savedCertSecret}}', authorities: [] },
  deleteCertificate: { cert_secret: '{{savedCertSecret}}' },
  revokeToken: { tokenId: '{{tokenId}}' },
  inviteUser: { email: '{{$guid}}@example.com' },
  changeUser: OF_USER,
  resetSecondFactor: OF_USER,
  resetClientSecondFactor: { clientId: '{{clientId}}' },
  changeWebhook: { ...OF_WEBHOOK, active: true },
  replaceWebhookSecret: OF_WEBHOOK,
  endWebhookSecrets: OF_WEBHOOK,
  testWebhook: OF_WEBHOOK,
  listDeliveries: OF_WEBHOOK,
  resendDelivery: OF_WEBHOOK,
  resendDeliveries: OF_WEBHOOK,
  removeWebhook: OF_WEBHOOK,
  removeUser: OF_USER,
  // The user may have no second factor.
  demandPreview: { preview: 'optional' },
  demandSecondFactor: { second_factor_required: false },
  getReferenceScript: { file: '{{referenceScript}}' },
  getReferenceStyle: { file: '{{referenceStyle}}' },
  listFilings: { state: 'accepted' },
  getObligation: OF_OBLIGATION,
  closeObligation: OF_OBLIGATION,
  reopenObligation: OF_OBLIGATION,
  saveCalendar: { holidays: [{ date: '2026-11-09' }] },
  showCalendar: { token: '{{calendarToken}}' },
  getBatch: OF_BATCH,
  getBatchResult: OF_BATCH,
  correctBatch: OF_BATCH,
  commitBatch: OF_BATCH,
  cancelBatch: OF_BATCH,
  getFiling: OF_FILING,
  cancelFiling: OF_FILING,
  getFilingDocument: OF_FILING,
  getFilingEvidence: OF_FILING,
  makeFilingEvidence: OF_FILING,
  checkFiling: OF_FILING,
  resolveFiling: OF_FILING,
};

const fileInPage = (variable: string, folder: string): string =>
  `pm.collectionVariables.set('${variable}', pm.response.text().match(/${folder}\\/([\\w.-]+)/)?.[1] ?? '');`;

/** Values to store from an answer, by operation. */
export const KEEPS: Record<string, string[]> = {
  signIn: [
    "if (pm.response.code === 200) pm.environment.set('token', pm.response.json().data.access_token);",
  ],
  saveClient: [keep('clientId', '.id')],
  saveCertificate: [keep('savedCertSecret', '.cert_secret')],
  createToken: [keep('tokenId', '.id')],
  inviteUser: [keep('userId', '.id')],
  listObligations: [keep('obligationId', '.data[0]?.id')],
  createCalendarAddress: [keep('calendarToken', ".url.split('token=')[1]")],
  createBatch: [keep('batchId', '.batch.id')],
  addWebhook: [keep('webhookId', '.id')],
  listFilings: [
    keep(
      'tramiteId',
      ".data.find(({ state, documents }) => state === 'accepted' && documents.length > 0)?.id",
    ),
  ],
  showGuide: [fileInPage('referenceScript', 'scripts'), fileInPage('referenceStyle', 'styles')],
};

/** Expected statuses other than 200, by operation, for requests that need something no answer provides. */
export const EXPECTED: Record<string, number[]> = {
  // The trámite has ended by then, so there is nothing to cancel.
  cancelFiling: [200, 409],
  // The code comes from a person's authenticator app.
  confirmSecondFactor: [200, 422],
  disableSecondFactor: [200, 422],
  // The client company was deleted before.
  resetClientSecondFactor: [404],
  // Another function creates the deliveries.
  resendDelivery: [404],
  // The company has no other account, or none with this number.
  removeClientAccount: [404, 409],
  // The client company was deleted before.
  saveWorkforce: [404],
  getWorkforce: [404],
  createReconciliation: [404],
  getReconciliation: [404],
  getReconciliationResult: [404],
  switchNightly: [404],
  acceptDifference: [404],
  fillWorkforce: [404],
  unacceptDifference: [404],
  // The batch is still being tried, or has ended.
  correctBatch: [200, 409, 422],
  commitBatch: [200, 409],
  cancelBatch: [200, 409],
  // Obligations follow a moment after the filing; until then there is no id for the address.
  getObligation: [200, 404],
  closeObligation: [200, 404, 405, 409],
  reopenObligation: [200, 404, 405, 409],
  // The user is no operator.
  ...Object.fromEntries(
    [
      ...['listOperatorAccounts', 'countFilings', 'listUnknownOutcomes', 'listAlarms', 'listPauses'],
      ...['pauseAuthority', 'resumeAuthority'],
    ].map((id) => [id, [403]]),
  ),
  // The link comes by mail.
  makePassword: [200, 410],
  showUnsubscribe: [200, 410],
  unsubscribe: [200, 410],
};

/** A request that files something which another request needs. */
export interface Before {
  /** Method and address. */
  name: string;
  fields: Record<string, unknown>;
  headers?: Record<string, string>;
  expected?: number[];
  keeps?: string[];
}

/**
 * Creates a trámite with an unknown outcome that filed nothing.
 * @param placement request of an unpaid placement
 */
export const unknownOutcome = (placement: Record<string, unknown>): Before[] => [
  { name: 'POST /api/v4/sandbox/reset', fields: {} },
  {
    name: 'POST /api/v4/seg-social/pract-no-remun',
    fields: placement,
    headers: { 'X-Sandbox-Scenario': 'lost-answer' },
    expected: [502],
    keeps: ["pm.collectionVariables.set('tramiteId', pm.response.headers.get('X-Tramite-Id'));"],
  },
];
