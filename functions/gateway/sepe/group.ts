import type { LazyGroup } from '../../../shared/operation/operation.ts';

export const sepe: LazyGroup = {
  name: 'sepe',
  prefix: '/api/v4/sepe',
  title: 'Servicio público de empleo (SEPE)',
  // A basic copy names the company by its tax id alone.
  needs: ['clients:get'],
  operations: {
    'POST /contrata': async () => (await import('./operations/notify-contract.ts')).notifyContract,
    'GET /contrata/data': async () => (await import('./operations/get-contract-data.ts')).getContractData,
    'GET /contrata/data/list': async () => (await import('./operations/list-contracts.ts')).listContracts,
    'GET /contrata': async () => (await import('./operations/get-contract.ts')).getContract,
    'DELETE /contrata': async () => (await import('./operations/delete-contract.ts')).deleteContract,
    'POST /contrata/xml': async () => (await import('./operations/notify-contract-xml.ts')).notifyContractXml,
    'POST /prorroga': async () => (await import('./operations/extend-contract.ts')).extendContract,
    'POST /llamamientos': async () => (await import('./operations/call-workers.ts')).callWorkers,
    'POST /transformation': async () =>
      (await import('./operations/transform-contract.ts')).transformContract,
    'POST /contrata/transformation/xml': async () =>
      (await import('./operations/transform-contract-xml.ts')).transformContractXml,
    'GET /contrata/transformation': async () =>
      (await import('./operations/get-transformation.ts')).getTransformation,
    'POST /copy-basic': async () => (await import('./operations/create-basic-copy.ts')).createBasicCopy,
    'GET /copy-basic': async () => (await import('./operations/get-basic-copy.ts')).getBasicCopy,
    'POST /copy-basic/xml': async () =>
      (await import('./operations/create-basic-copy-xml.ts')).createBasicCopyXml,
    'POST /certifica': async () => (await import('./operations/file-certificate.ts')).fileCertificate,
    'GET /certifica': async () => (await import('./operations/get-certificate.ts')).getCertificate,
    'GET /certifica/list': async () => (await import('./operations/list-certificates.ts')).listCertificates,
    'GET /certifica/data': async () =>
      (await import('./operations/list-certificates.ts')).listCertificatesFormerly,
    'GET /certifica/detail': async () =>
      (await import('./operations/get-certificate-detail.ts')).getCertificateDetail,
    'GET /authorization-management/enterprises': async () =>
      (await import('./operations/list-authorised-enterprises.ts')).listAuthorisedEnterprises,
    'GET /authorization-management/enterprise-data': async () =>
      (await import('./operations/get-enterprise-data.ts')).getEnterpriseData,
    'PUT /authorization-management/enterprise-data': async () =>
      (await import('./operations/update-enterprise-data.ts')).updateEnterpriseData,
  },
};
