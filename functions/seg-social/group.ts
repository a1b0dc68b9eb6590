import type { Group } from '../../shared/operation.ts';
import { deregisterEmployee } from './operations/deregister-employee.ts';
import { getContributionData } from './operations/get-contribution-data.ts';
import { getDuplicateTa } from './operations/get-duplicate-ta.ts';
import { listEmployeeSituations } from './operations/list-employee-situations.ts';
import { registerEmployee } from './operations/register-employee.ts';

export const segSocial: Group = {
  name: 'seg-social',
  prefix: '/api/v4/seg-social',
  title: 'Seguridad Social',
  operations: [
    registerEmployee,
    deregisterEmployee,
    listEmployeeSituations,
    getDuplicateTa,
    getContributionData,
  ],
};
