import type { CertificateDetail } from '../../../shared/authorities/sepe/certifica/certificate-detail.ts';
import type { CertificateQuery } from '../../../shared/authorities/sepe/certifica/certificates.ts';
import type { Certificate } from '../../../shared/authorities/sepe/documents/certificate-document.ts';
import { isSameDocument } from '../../../shared/kernel/text.ts';
import { isCompany } from './found-contract.ts';

/** A company certificate that was filed, as SEPE shows it. */

/** How it is looked for. */
export const certificateOf = ({ Datos_Trabajador, Datos_Empresa }: Certificate): CertificateQuery => ({
  dni: Datos_Trabajador.DNI_NIE,
  startDate: Datos_Trabajador.FechaSuspensionExtincion,
  ccc: Datos_Empresa.CCC.slice(4),
});

/**
 * Whether SEPE shows the certificate that was sent: same company, worker, dates, causes and contributions. A missing
 * value on the page counts as a difference.
 */
export const isCertificate = (
  { enterprise, employee, contributions }: CertificateDetail,
  { Datos_Empresa, Datos_Trabajador: sent }: Certificate,
): boolean =>
  isCompany(enterprise.cif ?? '', Datos_Empresa.CIF_NIF) &&
  isSameDocument(employee.nif ?? '', sent.DNI_NIE) &&
  employee.contract_type === sent.TipoContrato &&
  employee.cno === sent.CodProfesion.slice(0, 4) &&
  employee.alta_date === sent.FechaAltaEmpresa &&
  employee.suspension_cause === sent.CodCausaSuspension &&
  employee.suspension_start_date === sent.FechaSuspensionExtincion &&
  (employee.suspension_end_date ?? undefined) === sent.FechaFinSuspension &&
  contributions.length === monthsOf(sent).length &&
  monthsOf(sent).every((month) =>
    contributions.some(
      ({ year, month: shown, days, base_unemployment }) =>
        year === month.Ano &&
        shown.padStart(2, '0') === month.Mes &&
        days === Number(month.days) &&
        (month.base === undefined || inCents(base_unemployment) === Number(month.base)),
    ),
  );

const inCents = (euros: number | null): number | undefined =>
  euros === null ? undefined : Math.round(euros * 100);

const monthsOf = (sent: Certificate['Datos_Trabajador']) => [
  ...(sent.Datos_Cotizacion ?? []).map((month) => ({
    ...month,
    days: month.NumDiasCotizados,
    base: month.BaseCotizacionDesempleo as string | undefined,
  })),
  ...(sent.Datos_Cotizacion_REA ?? []).map((month) => ({
    ...month,
    days: month.NumDiasCotizados ?? month.NumJornadasCotizadas,
    base: month.BaseCotizacionDesempleo,
  })),
];
