import { afterNaturalDays } from '../calendar.ts';
import { isOf, type Rule, VALID } from '../rule.ts';

/** A digital certificate that is kept makes its renewal due before it expires. */
export const digitalCertificate: Rule = {
  id: 'certificado-digital',
  title: 'Renovar el certificado digital antes de que caduque',
  authority: 'issuer',
  subject: 'owner',
  source: 'Ley 6/2020, artículo 4.1: la validez que consta en el propio certificado',
  standing: 'toCheck',
  doubt: 'Que se pueda renovar desde sesenta días antes es de la FNMT, y no se ha podido comprobar.',
  term: 'Hasta el día anterior al que caduca; se puede renovar desde sesenta días naturales antes.',
  closedBy:
    'Otro certificado del mismo titular, que caduque después y sirva para lo mismo (POST /certificate).',
  exceptions: 'Si ya no hace falta: al eliminarlo se retira.',
  late: 'Nada puede presentarse ni consultarse con él, y los plazos de lo que dependa de él siguen corriendo.',
  valid: VALID,
  nearDays: 30,
  triggers: (fact) =>
    isOf(fact, 'digitalCertificate')
      ? [
          {
            ...{ by: fact, of: fact.date, opens: afterNaturalDays(fact.date, -60) },
            term: { due: afterNaturalDays(fact.date, -1) },
          },
        ]
      : [],
  closes: (fact, { by }) =>
    isOf(fact, 'digitalCertificate') &&
    fact.document === by.document &&
    fact.date > by.date &&
    (fact.certificateType === undefined || fact.certificateType === by.certificateType),
};
