import type { IsoDate } from '../calendar.ts';
import { cif } from '../identifiers.ts';
import type { Company, Holder } from '../state.ts';
import type { Activity, AeatRecords, Payer } from './records.ts';

/** How long a contractor's certificate is prepared where its payer does not say otherwise: clients may wait for it. */
const PREPARATION = 2000;

const payer = (sequence: number, name: string, rest: Partial<Payer> = {}): Payer => ({
  nif: cif(9_999_900 + sequence),
  name,
  preparation: PREPARATION,
  negative: false,
  ...rest,
});

/** Who pays contractors: tax numbers that a contractor's certificate can be asked for, by what comes of it. */
export const PAYERS = {
  /** Prepared for a moment, then positive; as any other valid number. */
  usual: payer(1, 'CONSTRUCCIONES DE PRUEBA SL'),
  /** Positive, and handed over with the receipt. */
  atOnce: payer(2, 'OBRAS AL INSTANTE SL', { preparation: 0 }),
  /** Prepared for longer than clients wait, then positive. */
  late: payer(3, 'INFRAESTRUCTURAS SIN PRISA SL', { preparation: 10_000 }),
  /** Prepared for a moment, then negative. */
  negative: payer(4, 'REFORMAS CON REPAROS SL', { negative: true }),
};

/** The register of activities, the persons whose certificates are negative, and nothing asked for yet. */
export function makeAeat(
  today: IsoDate,
  who: { active: Holder; debtors: (Holder | Company)[]; companies: Company[] },
): AeatRecords {
  const began = `${Number(today.slice(0, 4)) - 3}-03-01`;
  const own: Activity = {
    nif: who.active.nif,
    epigrafe: '799',
    text: 'OTROS PROFESIONALES (ENTORNO DE PRUEBAS)',
    seccion: 'PROFESIONAL',
    from: began,
  };
  const ofCompanies = who.companies.map(
    ({ cif: nif }): Activity => ({
      nif,
      epigrafe: '845',
      text: 'EXPLOTACIÓN ELECTRÓNICA POR TERCEROS (ENTORNO DE PRUEBAS)',
      seccion: 'EMPRESARIAL',
      from: '2010-01-04',
    }),
  );
  return {
    debtors: who.debtors.map((each) => ('cif' in each ? each.cif : each.nif)),
    activities: [own, ...ofCompanies],
    payers: Object.values(PAYERS),
    preparation: PREPARATION,
    certificates: [],
  };
}
