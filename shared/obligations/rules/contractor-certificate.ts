import { dayAfter } from '../../kernel/spanish-time.ts';
import { isOf, type Rule, VALID } from '../rule.ts';

/** A contractor's certificate of AEAT makes its renewal due, for the same payer. */
export const contractorCertificate: Rule = {
  id: 'certificado-contratistas',
  title: 'Renovar el certificado de contratistas y subcontratistas',
  authority: 'aeat',
  subject: 'owner',
  source: 'Ley 58/2003, General Tributaria, artículo 43.1.f',
  standing: 'confirmed',
  doubt:
    'No lo debe quien lo pide: lo exige quien le paga, para no responder de sus deudas. El día en que se expidió no se lee: se ' +
    'cuenta desde el primero que pudo ser, y se empieza a renovar un mes antes de que deje de valer.',
  term: 'Vale para los pagos de los doce meses siguientes a su expedición.',
  closedBy: 'Otro certificado, positivo, para la misma entidad (GET /aeat/report-subcontractors).',
  exceptions: 'Si ya no se trabaja para esa entidad.',
  late: 'Quien paga sin un certificado de los doce meses anteriores puede responder de las deudas tributarias de quien cobra.',
  valid: VALID,
  // A negative one takes days, and so may any.
  nearDays: 10,
  triggers: (fact) =>
    isOf(fact, 'contractorCertificate')
      ? [
          {
            ...{ by: fact, of: fact.date, opens: dayAfter(fact.date, { months: 11 }) },
            term: { due: dayAfter(fact.date, { months: 12, days: -1 }) },
          },
        ]
      : [],
  closes: (fact, { by }) =>
    isOf(fact, 'contractorCertificate') && fact.reference === by.reference && fact.date > by.date,
};
