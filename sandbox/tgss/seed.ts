/** Makes the registrations of the seed. */

import { addDays, type IsoDate } from '../calendar.ts';
import { CONVENIO } from '../population.ts';
import type { Person, WorkerInAccount } from '../state.ts';
import { NO_TERMS, type Peculiarity, type Registration, type Terms } from './registration.ts';

/** A registered worker, with the date of the alta. */
export interface RegisteredWorker extends Person {
  fecha_alta: IsoDate;
}

const TERMS: Terms = {
  ...NO_TERMS,
  grupo: '07',
  contrato: '100',
  cno: '4309',
  convenio: CONVENIO,
  ocupacion: 'A',
};

/** Registers a worker in an account, from a day on. */
export type Register = (
  at: WorkerInAccount,
  from: IsoDate,
  rest?: { to?: IsoDate; situacion?: string; terms?: Partial<Terms> } & Partial<
    Pick<Registration, 'assignments' | 'peculiarities'>
  >,
) => RegisteredWorker;

/** A list of registrations, and the function that adds to it. Ids are numbered in order. */
export function makeRegister(): { registrations: Registration[]; register: Register } {
  const registrations: Registration[] = [];
  const register: Register = ({ worker, account }, from, rest = {}) => {
    const { to, situacion = '51', terms, assignments = [], peculiarities = [] } = rest;
    registrations.push({
      id: registrations.length + 1,
      nss: worker.nss,
      ccc: account.ccc,
      alta: { date: from, effective: from, situacion: '01', communicated: `${addDays(from, -1)}T09:30:00` },
      ...(to && {
        baja: {
          date: to,
          effective: to,
          situacion,
          communicated: `${to}T17:45:00`,
          finVacaciones: '',
          indicativoSaa: '',
          inactividadZ: false,
          diasTrabajados: '',
          finTemporal: '',
        },
      }),
      terms: { ...TERMS, ...terms },
      changes: [],
      assignments,
      peculiarities,
    });
    return { ...worker, fecha_alta: from };
  };
  return { registrations, register };
}

/** A subsidy that lasts as long as the registration. */
const peculiarity = (from: IsoDate, to: IsoDate | ''): Peculiarity => ({
  tramo: '01',
  titulo: 'BONIFICACIONES',
  tipo: '01',
  tipoText: 'BONIFICACIÓN DE CUOTAS',
  colectivo: '1001',
  colectivoText: 'FOMENTO DEL EMPLEO INDEFINIDO',
  porcentaje: '50,00',
  from,
  to,
  fraccion: '05',
  fraccionText: 'CUOTA EMPRESARIAL POR CONTINGENCIAS COMUNES',
  legislacion: '0123',
  legislacionText: 'LEY DE PRUEBAS 1/2020',
  cuantia: '1.234,56',
});

const SITUATIONS = 23;

/** Registrations of ninety days, with a month between them; the last one is open. */
export function registerManyTimes(at: WorkerInAccount, today: IsoDate, register: Register): RegisteredWorker {
  const registered = Array.from({ length: SITUATIONS }, (_, index) => {
    const from = addDays(today, (index - SITUATIONS) * 120);
    const to = index === SITUATIONS - 1 ? '' : addDays(from, 90);
    const temporary = index % 3 === 0;
    return register(at, from, {
      ...(to && { to, situacion: temporary ? '93' : '51' }),
      terms: temporary ? { contrato: '502', coeficiente: '500', colectivo: '967' } : {},
      peculiarities: index % 4 === 2 ? [peculiarity(from, to)] : [],
    });
  });
  return registered.at(-1)!;
}
