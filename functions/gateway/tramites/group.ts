import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Filings (trámites): their content, state, documents and evidence. */
export const tramites: LazyGroup = {
  name: 'tramites',
  prefix: '/api/v4/tramites',
  title: 'Trámites',
  looksUpFilings: true,
  needs: ['joined:workerData'],
  operations: {
    'GET /': async () => (await load()).listFilings,
    'GET /worker-data': async () => (await load()).showWorkerData,
    'POST /worker-data/erase': async () => (await load()).eraseWorkerData,
    'GET /{id}': async () => (await load()).getFiling,
    'DELETE /{id}': async () => (await load()).cancelFiling,
    'GET /{id}/documents/{n}': async () => (await load()).getFilingDocument,
    'GET /{id}/evidence': async () => (await load()).getFilingEvidence,
    'POST /{id}/evidence': async () => (await load()).makeFilingEvidence,
    'POST /{id}/check': async () => (await load()).checkFiling,
    'POST /{id}/resolve': async () => (await load()).resolveFiling,
  },
};
