import { dayAfter } from '../../../../shared/kernel/spanish-time.ts';
import { afterNaturalDays } from '../../../../shared/kernel/working-days.ts';
import type { Fact } from '../../../../shared/operation/fact.ts';
import { dueBy, isOf, naturalDays, type Rule, VALID } from './rule.ts';

/** A contractor's certificate of AEAT makes its renewal due, for the same payer. */
export const contractorCertificate: Rule = {
  id: 'certificado-contratistas',
  title: 'Renovar el certificado de contratistas y subcontratistas',
  authority: 'aeat',
  subject: 'owner',
  versions: [
    {
      valid: VALID,
      source: 'Ley 58/2003, General Tributaria, artículo 43.1.f',
      read: 'Página de la Agencia Tributaria sobre el certificado',
      checked: '2026-11-22',
      standing: 'confirmed',
      doubt:
        'Lo exige quien paga, para no responder de las deudas de quien cobra. Como el día de expedición ' +
        'no se lee, se cuenta desde el primero posible, y la renovación empieza un mes antes de que deje ' +
        'de valer.',
      term: 'Vale para los pagos de los doce meses siguientes a su expedición.',
    },
  ],
  closedBy: 'Otro certificado, positivo, para la misma entidad (GET /aeat/report-subcontractors).',
  exceptions: 'Si ya no se trabaja para esa entidad.',
  late: 'Quien paga sin un certificado de los doce meses anteriores puede responder de las deudas tributarias de quien cobra.',
  // AEAT takes days to issue a negative certificate, and may take days for any other.
  nearDays: 10,
  triggers: (fact) =>
    isOf(fact, 'contractorCertificate')
      ? dueBy(
          fact,
          { from: fact.date, due: dayAfter(fact.date, { months: 12, days: -1 }) },
          { opens: dayAfter(fact.date, { months: 11 }) },
        )
      : [],
  closes: (fact, { by }) =>
    isOf(fact, 'contractorCertificate') && fact.reference === by.reference && fact.date > by.date,
};

/** A stored digital certificate makes its renewal due before it expires. */
export const digitalCertificate: Rule = {
  id: 'certificado-digital',
  title: 'Renovar el certificado digital antes de que caduque',
  authority: 'issuer',
  subject: 'owner',
  eachHolder: true,
  versions: [
    {
      valid: VALID,
      source: 'Ley 6/2020, artículo 4.1: la validez que consta en el propio certificado',
      read: 'El propio certificado',
      checked: '2026-11-22',
      standing: 'toCheck',
      doubt: 'Que se pueda renovar desde sesenta días antes es de la FNMT, y no se ha podido comprobar.',
      isLateForCertain: true,
      term: 'Hasta el día anterior al que caduca; se puede renovar desde sesenta días naturales antes.',
    },
  ],
  closedBy:
    'Otro certificado del mismo titular, que caduque después y sirva para lo mismo (POST /certificate).',
  exceptions: 'Si ya no hace falta: al eliminarlo se retira.',
  late: 'Nada puede presentarse ni consultarse con él, y los plazos de lo que dependa de él siguen corriendo.',
  nearDays: 30,
  // Certificates of a holder that expire on the same day are copies of one, or are renewed together. The first one that has no
  // replacement stands for all of them.
  triggers: (fact, facts) => {
    if (!isOf(fact, 'digitalCertificate')) return [];
    const same = facts.filter(
      (one) => isOf(one, 'digitalCertificate') && one.document === fact.document && one.date === fact.date,
    );
    const first = same.find((one) => !facts.some((other) => replaces(other, one))) ?? same[0] ?? fact;
    return first.id === fact.id
      ? dueBy(fact, naturalDays(fact.date, -1), { opens: afterNaturalDays(fact.date, -60) })
      : [];
  },
  closes: (fact, { by }) => replaces(fact, by),
};

/** Whether a certificate of the same holder expires later than another one and serves the same purpose. */
const replaces = (one: Fact, other: Fact): boolean =>
  isOf(one, 'digitalCertificate') &&
  one.document === other.document &&
  one.date > other.date &&
  (one.certificateType === undefined || one.certificateType === other.certificateType);
