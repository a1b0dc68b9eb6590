import type { Group } from '../../shared/operation.ts';
import { getEconomicActivities } from './operations/get-economic-activities.ts';
import { getSubcontractors } from './operations/get-subcontractors.ts';
import { getTaxCompliance } from './operations/get-tax-compliance.ts';

export const aeat: Group = {
  name: 'aeat',
  prefix: '/api/v4/aeat',
  title: 'Agencia Tributaria',
  operations: [getTaxCompliance, getEconomicActivities, getSubcontractors],
};
