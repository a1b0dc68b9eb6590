import * as z from 'zod';
import { planned } from '../../../../shared/operation/planned.ts';
import { companyId, exampleCompany } from '../fields.ts';

export const getEnterpriseData = planned({
  id: 'getEnterpriseData',
  method: 'GET',
  path: '/authorization-management/enterprise-data',
  summary: 'Datos de una empresa en el SEPE',
  authority: 'sepe',
  rate: 'read',
  request: z.object({ cif: companyId }),
  example: { cif: exampleCompany.cif },
  missing: 'no es público en qué páginas muestra el SEPE los datos de una empresa autorizada',
});
