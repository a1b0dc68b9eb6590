/** Amounts of settlements, in cents. They add up, but are not real. */

/** A line of a settlement. */
export interface Line {
  concept: string;
  base: number;
  company: number;
  worker: number;
}

/** Monthly base of a worker: always the same. */
const baseOf = (nss: string): number => 150_000 + (Number(nss.slice(-4)) % 1000) * 100;

/** Rates, in hundredths of a per cent. */
const RATES: [concept: string, company: number, worker: number][] = [
  ['CONTINGENCIAS COMUNES', 2360, 470],
  ['IT DE ACCIDENTES DE TRABAJO', 80, 0],
  ['IMS DE ACCIDENTES DE TRABAJO', 70, 0],
  ['OTRAS COTIZACIONES', 630, 165],
];

/** Lines of these workers together. */
export const linesOf = (workers: string[]): Line[] => {
  const base = workers.reduce((total, nss) => total + baseOf(nss), 0);
  return RATES.map(([concept, company, worker]) => ({
    concept,
    base,
    company: Math.round((base * company) / 10_000),
    worker: Math.round((base * worker) / 10_000),
  }));
};

/** The total of all lines. */
export const sum = (lines: Line[]): Line => ({
  concept: 'LIQUIDO DE TOTALES',
  base: lines[0]?.base ?? 0,
  company: lines.reduce((total, { company }) => total + company, 0),
  worker: lines.reduce((total, { worker }) => total + worker, 0),
});

const FORMAT = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, useGrouping: 'always' });

/** `1.234,56`. */
export const amount = (cents: number): string => FORMAT.format(cents / 100);

/** `mm/yyyy` of a `YYYY-MM`. */
export const monthText = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`;
