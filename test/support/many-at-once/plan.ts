import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Tenant } from '../servers/many-tenants.ts';
import { AWS_FAULTS, type AwsFault } from './throttled-aws.ts';

/** Random plans of requests and faults for tenants. */

/** A request of a tenant. */
export interface Step {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  fields: Record<string, string | number>;
  /** Fault at the authority. */
  fault?: string | undefined;
  /** Fault of DynamoDB at the first read. */
  aws?: AwsFault | undefined;
  /** Whether it is asynchronous, so that the consumer carries it out. */
  later?: boolean | undefined;
}

type StepOf = (tenant: Tenant) => Step;

const today = () => madridDay(new Date());

const AT_TGSS: StepOf[] = [
  ({ account: { regimen, ccc }, worker: { dni } }) => ({
    method: 'GET',
    path: '/seg-social/employee-situations',
    fields: { regimen, ccc, dni, getDatos: 1 },
  }),
  ({ account: { regimen, ccc }, worker: { nss } }) => ({
    method: 'GET',
    path: '/seg-social/life-affiliate',
    fields: { regimen, ccc, nss },
  }),
  ({ account: { regimen, ccc }, worker: { nss, fecha_alta } }) => ({
    method: 'GET',
    path: '/seg-social/idc',
    fields: { regimen, ccc, nss, startDate: fecha_alta },
  }),
  ({ worker: { nss } }) => ({ method: 'GET', path: '/seg-social/ipf-by-nss', fields: { nss } }),
  ({ account: { regimen, ccc }, newWorker: { nss, dni, identificacion } }) => ({
    method: 'POST',
    path: '/seg-social/alta',
    fields: {
      regimen,
      ccc,
      nss,
      dni,
      identificacion,
      duplicate: 1,
      fecha_real: today(),
      grupo_cotizacion: 7,
      tipo_contrato: 100,
      cno: '4122',
    },
  }),
  ({ account: { regimen, ccc }, worker: { nss, dni } }) => ({
    method: 'PUT',
    path: '/seg-social/cno',
    fields: { regimen, ccc, nss, dni, fecha_real: today(), cno: '2611' },
  }),
  ({ account: { regimen, ccc }, worker: { nss, dni, identificacion } }) => ({
    method: 'POST',
    path: '/seg-social/baja',
    fields: { regimen, ccc, nss, dni, identificacion, fecha_real: today(), situacion: '51', test: 1 },
  }),
];

/**
 * Only readings: a submission is looked up at SEPE as long as its request has time left, and requests that wait for each other
 * have less.
 */
const AT_SEPE: StepOf[] = [
  ({ account: { ccc }, worker: { dni, fecha_alta } }) => ({
    method: 'GET',
    path: '/sepe/contrata/data',
    fields: { ccc, dni, startDate: fecha_alta },
  }),
  ({ company: { cif }, worker: { dni, fecha_alta } }) => ({
    method: 'GET',
    path: '/sepe/contrata',
    fields: { cif, dni, startDate: fecha_alta },
  }),
  ({ company: { cif }, account: { regimen, ccc }, worker: { fecha_alta } }) => ({
    method: 'GET',
    path: '/sepe/contrata/data/list',
    fields: { cif, regimen, ccc, startDate: fecha_alta, endDate: today(), communications_by: 1 },
  }),
  ({ newWorker: { dni } }) => ({ method: 'GET', path: '/sepe/certifica/list', fields: { dni } }),
];

const AT_AEAT: StepOf[] = [
  () => ({ method: 'GET', path: '/aeat/report-corriente', fields: { type: 'C1' } }),
  () => ({ method: 'GET', path: '/aeat/notifications', fields: { page: 1, limit: 50 } }),
];

const AT_DEHU: StepOf[] = [
  () => ({ method: 'GET', path: '/dehu/notifications-pending', fields: { page: 1, limit: 50 } }),
  () => ({ method: 'GET', path: '/dehu/stats', fields: {} }),
];

/** The groups whose operations are in a plan. */
export const GROUPS = ['seg-social', 'sepe', 'aeat', 'dehu'];

/** Of sixteen tenants, two call SEPE, one the tax agency, one DEHú, and all others TGSS, four of these asynchronously. */
const stepsAt = (index: number): StepOf[] => {
  const place = index % 16;
  if (place % 8 === 0) return AT_SEPE;
  return place === 4 ? AT_AEAT : place === 12 ? AT_DEHU : AT_TGSS;
};

/** Whether a tenant calls DEHú, where requests are signed with the certificate's key. */
export const signs = (index: number): boolean => stepsAt(index) === AT_DEHU;

const FAULTS = ['error-page', 'maintenance', 'slow', 'lost-answer', 'refused', 'large-document'];

/** The number of AWS calls of each kind of fault. A process waits for a hung one far longer in tests than in production. */
const SPOILED: Record<AwsFault, number> = { hung: 1, cut: 3, throttled: 4, refused: 4 };

/** The steps of each tenant, one after another. The first step always reaches its authority. */
export const planOf = (tenants: Tenant[], steps: number, random: () => number): Step[][] => {
  const number = (end: number): number => Math.floor(random() * end);
  const plan = tenants.map((tenant, index) =>
    Array.from({ length: steps }, (): Step => {
      const all = stepsAt(index);
      const step = all[number(all.length)]!(tenant);
      const fault = number(3) === 0 ? FAULTS[number(FAULTS.length)] : undefined;
      return { ...step, fault, later: index % 4 === 1 && number(2) === 0 };
    }),
  );
  for (const aws of AWS_FAULTS)
    for (let time = 0; time < SPOILED[aws]; time++)
      plan[number(tenants.length)]![aws === 'refused' ? 1 + number(steps - 1) : number(steps)]!.aws = aws;
  return plan;
};
