import type { Group } from '../../shared/operation.ts';
import { transformContract } from '../sepe/operations/transform-contract.ts';
import { addCesion } from './operations/add-cesion.ts';
import { deregisterEmployee } from './operations/deregister-employee.ts';
import { dismissEmployee } from './operations/dismiss-employee.ts';
import { getContributionData } from './operations/get-contribution-data.ts';
import { getContributionRecord } from './operations/get-contribution-record.ts';
import { getDuplicateTa } from './operations/get-duplicate-ta.ts';
import { getFie } from './operations/get-fie.ts';
import { getLifeReport } from './operations/get-life-report.ts';
import { getSettlementReceipt } from './operations/get-settlement-receipt.ts';
import { listCesiones } from './operations/list-cesiones.ts';
import { listEmployeeSituations } from './operations/list-employee-situations.ts';
import { listEmployees } from './operations/list-employees.ts';
import { listTaDocuments } from './operations/list-ta-documents.ts';
import { recordUnpaidPlacement } from './operations/record-unpaid-placement.ts';
import { registerEmployee } from './operations/register-employee.ts';
import { removeCesion } from './operations/remove-cesion.ts';
import { removeRegistrationRecord } from './operations/remove-registration.ts';
import { removeTerminationRecord } from './operations/remove-termination.ts';
import { reportBankDetails } from './operations/report-bank-details.ts';
import { updateCategory } from './operations/update-category.ts';
import { updateCesion } from './operations/update-cesion.ts';
import { updateCno } from './operations/update-cno.ts';
import { updateContract } from './operations/update-contract.ts';
import { updateGroup } from './operations/update-group.ts';
import { updateOccupation } from './operations/update-occupation.ts';

export const segSocial: Group = {
  name: 'seg-social',
  prefix: '/api/v4/seg-social',
  title: 'Seguridad Social',
  operations: [
    registerEmployee,
    removeRegistrationRecord,
    deregisterEmployee,
    dismissEmployee,
    removeTerminationRecord,
    listEmployeeSituations,
    listTaDocuments,
    getDuplicateTa,
    getContributionData,
    getLifeReport,
    updateGroup,
    updateOccupation,
    updateCategory,
    updateCno,
    updateContract,
    addCesion,
    updateCesion,
    removeCesion,
    listCesiones,
    recordUnpaidPlacement,
    getFie,
    getSettlementReceipt,
    reportBankDetails,
    getContributionRecord,
    listEmployees,
    // Acts before the employment service, although the interface lists it here.
    transformContract,
  ],
};
