import * as z from 'zod';
import { digits, notZeros, test, text } from '../../../../shared/kernel/fields.ts';
import { planned } from '../../../../shared/operation/planned.ts';
import { companyId, exampleCompany, municipalityCode } from '../fields.ts';

export const updateEnterpriseData = planned({
  id: 'updateEnterpriseData',
  method: 'PUT',
  path: '/authorization-management/enterprise-data',
  summary: 'Cambiar los datos de una empresa en el SEPE',
  authority: 'sepe',
  rate: 'write',
  request: z.object({
    test,
    cif: companyId,
    razon_social: text(100, 'Razón social.'),
    domicilio: z
      .object({
        via_publica: text(100, 'Nombre de la vía.'),
        municipio: municipalityCode('Municipio.'),
        codigo_postal: notZeros(digits(5, 'Código postal.')),
        tipo_via: text(2, 'Tipo de vía, 2 letras.'),
        numero: text(10, 'Número.').optional(),
        piso: text(10, 'Piso.').optional(),
        letra: text(10, 'Letra.').optional(),
      })
      .meta({ description: 'Domicilio.' }),
  }),
  example: {
    cif: exampleCompany.cif,
    razon_social: 'EMPRESA DE EJEMPLO SL',
    domicilio: {
      via_publica: 'MAYOR',
      municipio: '28079',
      codigo_postal: '28013',
      tipo_via: 'CL',
      numero: '1',
    },
  },
  missing: 'no es público en qué páginas del SEPE se cambian los datos de una empresa autorizada',
});
