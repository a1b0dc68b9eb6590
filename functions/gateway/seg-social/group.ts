import type { LazyGroup } from '../../../shared/operation/operation.ts';

export const segSocial: LazyGroup = {
  name: 'seg-social',
  prefix: '/api/v4/seg-social',
  title: 'Seguridad Social',
  operations: {
    'POST /alta': async () => (await import('./operations/register-employee.ts')).registerEmployee,
    'DELETE /alta': async () =>
      (await import('./operations/remove-registration.ts')).removeRegistrationRecord,
    'POST /baja': async () => (await import('./operations/deregister-employee.ts')).deregisterEmployee,
    'POST /despido': async () => (await import('./operations/dismiss-employee.ts')).dismissEmployee,
    'DELETE /baja': async () => (await import('./operations/remove-termination.ts')).removeTerminationRecord,
    'GET /employee-situations': async () =>
      (await import('./operations/list-employee-situations.ts')).listEmployeeSituations,
    'GET /ta-info-for-nss': async () => (await import('./operations/list-ta-documents.ts')).listTaDocuments,
    'GET /duplicate-ta': async () => (await import('./operations/get-duplicate-ta.ts')).getDuplicateTa,
    'GET /idc': async () => (await import('./operations/get-contribution-data.ts')).getContributionData,
    'GET /life-affiliate': async () => (await import('./operations/get-life-report.ts')).getLifeReport,
    'PUT /contribution-group': async () => (await import('./operations/update-group.ts')).updateGroup,
    'PUT /occupation': async () => (await import('./operations/update-occupation.ts')).updateOccupation,
    'PUT /category-professional': async () =>
      (await import('./operations/update-category.ts')).updateCategory,
    'PUT /cno': async () => (await import('./operations/update-cno.ts')).updateCno,
    'PUT /contract-coeficiente': async () => (await import('./operations/update-contract.ts')).updateContract,
    'POST /etts/cesion': async () => (await import('./operations/add-cesion.ts')).addCesion,
    'PUT /etts/cesion': async () => (await import('./operations/update-cesion.ts')).updateCesion,
    'DELETE /etts/cesion': async () => (await import('./operations/remove-cesion.ts')).removeCesion,
    'GET /etts/cesion': async () => (await import('./operations/list-cesiones.ts')).listCesiones,
    'POST /pract-no-remun': async () =>
      (await import('./operations/record-unpaid-placement.ts')).recordUnpaidPlacement,
    'POST /it': async () => (await import('./operations/file-sick-leave-data.ts')).fileSickLeaveData,
    'GET /it': async () => (await import('./operations/list-sick-leaves.ts')).listSickLeaves,
    'POST /nacimiento': async () =>
      (await import('./operations/file-birth-certificate.ts')).fileBirthCertificate,
    'GET /nacimiento': async () =>
      (await import('./operations/list-birth-certificates.ts')).listBirthCertificates,
    'GET /excel-fie': async () => (await import('./operations/get-fie.ts')).getFie,
    'GET /report-rlc': async () =>
      (await import('./operations/get-settlement-receipt.ts')).getSettlementReceipt,
    'PUT /datos-bancarios': async () =>
      (await import('./operations/report-bank-details.ts')).reportBankDetails,
    'GET /category-occupation-gc': async () =>
      (await import('./operations/get-contribution-record.ts')).getContributionRecord,
    'GET /employees-in-enterprise': async () =>
      (await import('./operations/list-employees.ts')).listEmployees,
    'GET /nss-by-ipf': async () => (await import('./operations/get-nss-by-ipf.ts')).getNssByIpf,
    'GET /ipf-by-nss': async () => (await import('./operations/get-ipf-by-nss.ts')).getIpfByNss,
    'GET /life-ccc': async () => (await import('./operations/get-account-life.ts')).getAccountLife,
    'GET /informe-ita': async () => (await import('./operations/get-workers-report.ts')).getWorkersReport,
    'GET /report-situation-ccc': async () =>
      (await import('./operations/get-account-situation.ts')).getAccountSituation,
    'GET /idc-info-for-nss': async () =>
      (await import('./operations/list-contribution-data.ts')).listContributionData,
    'GET /ccc-asignados': async () =>
      (await import('./operations/list-assigned-accounts.ts')).listAssignedAccounts,
    'GET /cno': async () => (await import('./operations/get-cno.ts')).getCno,
    'GET /certificate-corriente': async () => (await import('./operations/get-up-to-date.ts')).getUpToDate,
    'GET /convenios-colectivos-por-trabajador': async () =>
      (await import('./operations/get-worker-agreement.ts')).getWorkerAgreement,
    'GET /anotaciones-causa-peculiaridades': async () =>
      (await import('./operations/list-peculiarity-causes.ts')).listPeculiarityCauses,
    'POST /anotaciones-causa-peculiaridades': async () =>
      (await import('./operations/annotate-peculiarity-cause.ts')).annotatePeculiarityCause,
    'POST /convenios-colectivos-por-trabajador': async () =>
      (await import('./operations/change-worker-agreement.ts')).changeWorkerAgreement,
    'GET /notifications': async () =>
      (await import('./operations/list-notifications.ts')).listSocialSecurityNotifications,
    'POST /notification-accept': async () =>
      (await import('./operations/accept-notification.ts')).acceptSocialSecurityNotification,
    // Acts before the employment service, although the interface lists it here.
    'POST /transformation': async () =>
      (await import('../sepe/operations/transform-contract.ts')).transformContract,
  },
};
