import type { IsoDate } from '../calendar.ts';
import { cif } from '../identifiers.ts';
import type { Company, Holder } from '../state.ts';
import type { AeatNotice } from './notices/records.ts';
import type { Activity, AeatRecords, Payer } from './records.ts';

/** Default time of preparation of a contractor's certificate, short enough for clients to wait. */
const PREPARATION = 2000;

const payer = (sequence: number, name: string, rest: Partial<Payer> = {}): Payer => ({
  nif: cif(9_999_900 + sequence),
  name,
  preparation: PREPARATION,
  negative: false,
  ...rest,
});

/** Payers of contractors, by the result of a contractor's certificate for them. */
export const PAYERS = {
  /** Prepared for a short time, then positive, as for any other valid number. */
  usual: payer(1, 'CONSTRUCCIONES DE PRUEBA SL'),
  /** Positive, and ready with the receipt. */
  atOnce: payer(2, 'OBRAS AL INSTANTE SL', { preparation: 0 }),
  /** Prepared for longer than clients wait, then positive. */
  late: payer(3, 'INFRAESTRUCTURAS SIN PRISA SL', { preparation: 10_000 }),
  /** Prepared for much longer, then positive. */
  muchLater: payer(5, 'PUENTES Y TÚNELES CON CALMA SL', { preparation: 20 * 60_000 }),
  /** Prepared for a short time, then negative. */
  negative: payer(4, 'REFORMAS CON REPAROS SL', { negative: true }),
};

/** The first records: activities, debtors, payers, and no certificates or declarations. */
export function makeAeat(
  today: IsoDate,
  input: { active: Holder; debtors: (Holder | Company)[]; companies: Company[]; notices: AeatNotice[] },
): AeatRecords {
  const began = `${Number(today.slice(0, 4)) - 3}-03-01`;
  const own: Activity = {
    nif: input.active.nif,
    epigrafe: '799',
    text: 'OTROS PROFESIONALES (ENTORNO DE PRUEBAS)',
    seccion: 'PROFESIONAL',
    from: began,
  };
  const ofCompanies = input.companies.map(
    ({ cif: nif }): Activity => ({
      nif,
      epigrafe: '845',
      text: 'EXPLOTACIÓN ELECTRÓNICA POR TERCEROS (ENTORNO DE PRUEBAS)',
      seccion: 'EMPRESARIAL',
      from: '2010-01-04',
    }),
  );
  return {
    debtors: input.debtors.map((each) => ('cif' in each ? each.cif : each.nif)),
    activities: [own, ...ofCompanies],
    payers: Object.values(PAYERS),
    certificates: [],
    declarations: [],
    shipments: [],
    notices: input.notices,
  };
}
