import * as z from 'zod';
import { ccc, email, paddedText, regimen, text } from '../../../shared/kernel/fields.ts';
import { taxId } from '../../gateway/customer/fields.ts';

/** The most rows of companies in a request: they are saved while its sender waits. */
export const MOST_COMPANY_ROWS = 500;

/** The most characters of a registered name, and of an account's name. */
export const MAX_COMPANY_NAME = 80;
export const MAX_ALIAS = 30;

/** A client company as an office lists it: one row for each of its contribution accounts. */
export const companyRow = z.object({
  nombre: text(255, 'Nombre de la empresa.'),
  cif: taxId(10),
  regimen,
  ccc,
  razon_social: text(MAX_COMPANY_NAME, 'Razón social; sin ella, el nombre.').optional(),
  alias: text(MAX_ALIAS, 'Nombre de la cuenta; sin él, el de la empresa.').optional(),
  email: email(50, 'E-mail de la empresa. No le da acceso.').optional(),
  codigo_postal: paddedText(5, 5, 'Código postal.').optional(),
  direccion: text(190, 'Dirección.').optional(),
  external_id: text(100, 'Código de la empresa en el programa de la asesoría.').optional(),
});
export type CompanyRow = z.output<typeof companyRow>;

export const exampleCompanyRow: z.input<typeof companyRow> = {
  nombre: 'Panadería Núñez',
  cif: 'B12345674',
  regimen: '0111',
  ccc: '28999901151',
  razon_social: 'PANADERIA NUÑEZ S.L.',
};
