import * as z from 'zod';
import { planned } from '../../../../shared/operation/planned.ts';

export const listAuthorisedEnterprises = planned({
  id: 'listAuthorisedEnterprises',
  method: 'GET',
  path: '/authorization-management/enterprises',
  summary: 'Listar las empresas autorizadas en el SEPE',
  authority: 'sepe',
  rate: 'read',
  request: z.object({}),
  example: {},
  missing:
    'no es público en qué páginas del SEPE se listan las empresas que autorizan al titular del certificado',
});
