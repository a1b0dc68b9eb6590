import type { LazyGroup } from '../../../shared/operation/operation.ts';

export const aeat: LazyGroup = {
  name: 'aeat',
  prefix: '/api/v4/aeat',
  title: 'Agencia Tributaria',
  // The client company with the tax id of a notification's recipient.
  needs: ['clients:get'],
  operations: {
    'GET /report-corriente': async () =>
      (await import('./operations/get-tax-compliance.ts')).getTaxCompliance,
    'GET /report-iae': async () =>
      (await import('./operations/get-economic-activities.ts')).getEconomicActivities,
    'GET /report-subcontractors': async () =>
      (await import('./operations/get-subcontractors.ts')).getSubcontractors,
    'GET /notifications': async () =>
      (await import('./operations/list-notifications.ts')).listTaxNotifications,
    'POST /notification-accept': async () =>
      (await import('./operations/accept-notification.ts')).acceptTaxNotification,
    'POST /modelo-111': async () => (await import('./operations/file-withholdings.ts')).fileWithholdings,
    'POST /modelo-190': async () =>
      (await import('./operations/file-withholdings-summary.ts')).fileWithholdingsSummary,
    'GET /declaraciones': async () => (await import('./operations/list-declarations.ts')).listDeclarations,
  },
};
