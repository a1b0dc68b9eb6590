import type { LazyGroup } from '../../shared/operation/operation.ts';

/** Filings (trámites): what was submitted, what became of it, and how to find out. */
export const tramites: LazyGroup = {
  name: 'tramites',
  prefix: '/api/v4/tramites',
  title: 'Trámites',
  looksUpFilings: true,
  operations: {
    'GET /': async () => (await import('./operations/list-filings.ts')).listFilings,
    'GET /{id}': async () => (await import('./operations/get-filing.ts')).getFiling,
    'DELETE /{id}': async () => (await import('./operations/cancel-filing.ts')).cancelFiling,
    'GET /{id}/documents/{n}': async () =>
      (await import('./operations/get-filing-document.ts')).getFilingDocument,
    'GET /{id}/evidence': async () => (await import('./operations/get-filing-evidence.ts')).getFilingEvidence,
    'POST /{id}/evidence': async () =>
      (await import('./operations/make-filing-evidence.ts')).makeFilingEvidence,
    'POST /{id}/check': async () => (await import('./operations/check-filing.ts')).checkFiling,
    'POST /{id}/resolve': async () => (await import('./operations/resolve-filing.ts')).resolveFiling,
  },
};
