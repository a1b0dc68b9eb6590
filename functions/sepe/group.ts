import type { Group } from '../../shared/operation.ts';
import { createBasicCopy } from './operations/create-basic-copy.ts';
import { createBasicCopyXml } from './operations/create-basic-copy-xml.ts';
import { deleteContract } from './operations/delete-contract.ts';
import { getBasicCopy } from './operations/get-basic-copy.ts';
import { getCertificate } from './operations/get-certificate.ts';
import { getCertificateDetail } from './operations/get-certificate-detail.ts';
import { getContract } from './operations/get-contract.ts';
import { getContractData } from './operations/get-contract-data.ts';
import { getTransformation } from './operations/get-transformation.ts';
import { listCertificates, listCertificatesFormerly } from './operations/list-certificates.ts';
import { listContracts } from './operations/list-contracts.ts';
import { notifyContract } from './operations/notify-contract.ts';
import { notifyContractXml } from './operations/notify-contract-xml.ts';
import { transformContract } from './operations/transform-contract.ts';
import { transformContractXml } from './operations/transform-contract-xml.ts';

export const sepe: Group = {
  name: 'sepe',
  prefix: '/api/v4/sepe',
  title: 'Servicio público de empleo (SEPE)',
  operations: [
    notifyContract,
    getContractData,
    listContracts,
    getContract,
    deleteContract,
    notifyContractXml,
    transformContract,
    transformContractXml,
    getTransformation,
    createBasicCopy,
    getBasicCopy,
    createBasicCopyXml,
    getCertificate,
    listCertificates,
    listCertificatesFormerly,
    getCertificateDetail,
  ],
};
