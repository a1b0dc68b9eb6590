import { createHash } from 'node:crypto';
import { addDays, type IsoDate } from '../calendar.ts';
import { type Company, fullName, type Holder } from '../state.ts';
import type { DehuNotice, DehuRecords, Office } from './records.ts';

/** Recipients of notices. */
interface Recipients {
  holder: Holder;
  /** The holder acts for it as a proxy. */
  company: Company;
  /** A holder who is not in the demo account. */
  other: Holder;
}

/** Notices of the demo, by their role in tests. */
export interface DehuDemo {
  dehu: {
    /** Pending, with two annexes, addressed to the holder. Only tests that open notices use it. */
    pending: DehuNotice;
    /** Pending, and the last of its ten days is tomorrow. */
    near: DehuNotice;
    /** Pending, of the company. */
    ofCompany: DehuNotice;
    /** Opened some hours ago: its receipt and its annex are available. */
    accepted: DehuNotice;
    /** Opened five days ago: its receipt and its annex are no longer available. */
    acceptedBefore: DehuNotice;
    /** No one opened it within ten days. Its annex is elsewhere. */
    expired: DehuNotice;
    /** Not read yet. */
    communication: DehuNotice;
    /** Read. */
    readCommunication: DehuNotice;
    /** Belongs to someone else. */
    ofOther: DehuNotice;
    /** More pending notices, so that a list has several pages. */
    more: DehuNotice[];
  };
}

const OFFICES: Record<'tax' | 'labour' | 'city', { issuer: Office; rootIssuer: Office }> = {
  tax: {
    issuer: { code: 'EA0028512', name: 'AGENCIA ESTATAL DE ADMINISTRACIÓN TRIBUTARIA (PRUEBAS)' },
    rootIssuer: { code: 'E05188501', name: 'MINISTERIO DE HACIENDA (PRUEBAS)' },
  },
  labour: {
    issuer: { code: 'EA0041774', name: 'INSPECCIÓN DE TRABAJO Y SEGURIDAD SOCIAL (PRUEBAS)' },
    rootIssuer: { code: 'E05070101', name: 'MINISTERIO DE TRABAJO (PRUEBAS)' },
  },
  city: {
    issuer: { code: 'L01280796', name: 'AYUNTAMIENTO DE PRUEBAS' },
    rootIssuer: { code: 'L01280796', name: 'AYUNTAMIENTO DE PRUEBAS' },
  },
};

/** Makes the first records, and names those that tests use. */
export function makeDehu(
  today: IsoDate,
  { holder, company, other }: Recipients,
): { records: DehuRecords; demo: DehuDemo } {
  const instant = (daysAgo: number, hour = '08:15:00') => `${addDays(today, -daysAgo)}T${hour}.000Z`;
  let sequence = 0;
  const notice = (
    { daysAgo, ...rest }: Partial<DehuNotice> & { daysAgo: number },
    office: keyof typeof OFFICES = 'tax',
  ): DehuNotice => {
    sequence += 1;
    return {
      identifier: createHash('sha256').update(`dehu ${sequence}`).digest('hex').slice(0, 22),
      origin: 40 + (sequence % 3),
      kind: 2,
      concept: `Requerimiento nº ${sequence} de documentación & "otros" <anexos>`,
      description: '',
      ...OFFICES[office],
      available: instant(daysAgo),
      nif: holder.nif,
      postal: false,
      ...rest,
    };
  };
  const openedBy = (at: string) => ({
    at,
    nif: holder.nif,
    name: fullName(holder),
    csv: createHash('sha256').update(`csv ${at}`).digest('hex').slice(0, 24).toUpperCase(),
  });
  const annex = { name: 'Anexo <1> & único.pdf' };
  const dehu = {
    pending: notice({ daysAgo: 1, annexes: [{ name: 'Relación de deudas.pdf' }, { name: 'Modelo 01.pdf' }] }),
    near: notice({ daysAgo: 9, concept: 'Propuesta de liquidación' }, 'labour'),
    ofCompany: notice({ daysAgo: 2, nif: company.cif }, 'labour'),
    accepted: notice({ daysAgo: 3, opened: openedBy(instant(0, '00:05:00')), annexes: [annex] }),
    acceptedBefore: notice({ daysAgo: 8, opened: openedBy(instant(5)), postal: true, annexes: [annex] }),
    expired: notice({
      daysAgo: 15,
      concept: 'Providencia de apremio',
      annexes: [{ ...annex, url: 'https://sede.invalid/anexo?n=1&m=2' }],
    }),
    communication: notice({ daysAgo: 4, kind: 1, concept: 'Campaña informativa' }, 'city'),
    readCommunication: notice({ daysAgo: 6, kind: 1, opened: openedBy(instant(2)) }, 'city'),
    ofOther: notice({ daysAgo: 1, nif: other.nif }),
    more: [3, 4, 5, 6].map((daysAgo) => notice({ daysAgo, description: 'Plazo de alegaciones' }, 'city')),
  };
  const { more, ...single } = dehu;
  return { records: { notices: [...Object.values(single), ...more] }, demo: { dehu } };
}
