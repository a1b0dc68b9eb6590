import { expect, test } from 'vitest';
import { registerEmployee } from '../../../functions/gateway/seg-social/operations/register-employee.ts';
import { fileCertificate } from '../../../functions/gateway/sepe/operations/file-certificate.ts';
import { amountsText } from '../../../shared/operation/amounts.ts';

/** The texts of a dry run about the amounts in a request. */

const { request, example } = fileCertificate;
const { Datos_Trabajador: worker } = example.request;
const [month] = worker.Datos_Cotizacion as [object];
const told = (more: object) =>
  amountsText(request, request.parse({ ...example.request, Datos_Trabajador: { ...worker, ...more } }));

test('the amounts of a request are repeated in euros, each with its meaning', () => {
  expect(told({})).toBe(
    'Se han leído estos importes. Cotizaciones por mes, base de contingencias comunes: 1.500,00 €; ' +
      'Cotizaciones por mes, base de desempleo: 1.500,00 €.',
  );
  const holidays = { NumDiasCotizados: '003', BaseCotizacionDesempleo: '000001500' };
  expect(told({ Datos_VacacionesCotizadas: holidays, PorcentualDedicacion: '5000' })).toMatch(
    /Trabajador, porcentaje de dedicación: 50,00 %.*Vacaciones no disfrutadas y cotizadas, base de desempleo de las vacaciones: 15,00 €\.$/,
  );
});

test('many amounts are repeated as their number, with the smallest and the largest', () => {
  const months = ['000150000', '000000100', '000160050', '000150000'].map((base, index) => ({
    ...month,
    Mes: `0${index + 1}`,
    BaseCotizacionDesempleo: base,
  }));
  expect(told({ Datos_Cotizacion: months })).toContain('base de desempleo: 4, de 1,00 € a 1.600,50 €');
});

test('a request without amounts gets no text that repeats them', () => {
  const { request: alta, example: one } = registerEmployee;
  expect(amountsText(alta, alta.parse(one.request))).toBeUndefined();
});
