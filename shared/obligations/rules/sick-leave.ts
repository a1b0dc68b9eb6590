import { isOf, knownOn, type Rule, VALID } from '../rule.ts';

/** A new sick leave in the FIE makes the firm's data due. */
export const sickLeave: Rule = {
  id: 'it',
  title: 'Enviar los datos de la empresa de una baja médica',
  authority: 'inss',
  subject: 'worker',
  source: 'Real Decreto 625/2014, artículo 7.2, modificado por el Real Decreto 1060/2022',
  standing: 'confirmed',
  doubt: 'Se toma como fecha de puesta a disposición la de registro en el fichero FIE.',
  term: 'De inmediato, y como máximo tres días hábiles desde que se recibe la comunicación.',
  closedBy: 'Lo declara una persona: esta interfaz no los envía.',
  exceptions: 'Empresas sin obligación de usar RED.',
  late: 'Infracción leve (LISOS, 21.4).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'sickLeave')
      ? [
          {
            ...{ by: fact, of: fact.date, opens: knownOn(fact) },
            term: { from: fact.date, workingDays: 3 },
          },
        ]
      : [],
  closes: () => false,
};
