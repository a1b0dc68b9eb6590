import * as z from 'zod';
import { invalid, limitReached } from '../../../shared/kernel/errors.ts';
import { ccc, cif, dni, regimen, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { State } from '../../state.ts';
import { addAccount, MOST } from '../../worlds/newcomers.ts';
import { capitals, ofAccountItself, wrongDigits } from '../fields.ts';
import { worldsOfStage } from '../stage.ts';

const request = z.object({
  cif: cif.optional().meta({
    description: 'CIF. El de una empresa que ya está en el entorno le añade otra cuenta de cotización.',
  }),
  name: text(60, 'Razón social de una empresa nueva.').optional(),
  regimen: regimen
    .optional()
    .meta({ description: 'Régimen de la cuenta de cotización; 0111 si no se indica.' }),
  ccc: ccc.optional(),
  holder: dni
    .optional()
    .meta({ description: 'NIF de quien podrá actuar en la cuenta (holders); el primero si no se indica.' }),
});

export const createCompany = resource({
  id: 'createSandboxCompany',
  method: 'POST',
  path: '/companies',
  summary: 'Añadir una empresa o una cuenta de cotización al entorno de pruebas de la cuenta',
  description:
    'La conocen todos los organismos de prueba, y el certificado de su titular sirve para ella. Lo que no se indica se ' +
    'inventa. Los dígitos de control deben ser correctos. Una empresa cliente no puede añadirla.',
  access: 'files',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  request,
  response: z.object({
    cif: z.string().meta({ description: 'CIF de la empresa.' }),
    name: z.string().meta({ description: 'Razón social.' }),
    regimen: z.string().meta({ description: 'Régimen.' }),
    ccc: z.string().meta({ description: 'Código de cuenta de cotización.' }),
    holder: z.string().meta({ description: 'NIF de quien puede actuar en la cuenta.' }),
  }),
  example: {
    request: { name: 'Panadería de Pruebas SL' },
    response: {
      cif: 'B99991007',
      name: 'PANADERÍA DE PRUEBAS SL',
      regimen: '0111',
      ccc: '28999910024',
      holder: '99998001G',
    },
  },
  run: async (wished, { caller }) => {
    const { owner, added, holder } = await worldsOfStage().enter(
      caller.accountId,
      ({ environment: { state } }) => {
        const wishes = wishesOf(state, wished);
        return { ...addAccount(state, wishes), holder: wishes.holder };
      },
    );
    const { cif, name } = owner;
    return { data: { cif, name, regimen: added.regimen, ccc: added.ccc, holder } };
  },
});

/** @throws ServiceError 422 for numbers that are wrong, or of another one, or if the world is full */
const wishesOf = (state: State, { name, ...wished }: z.output<typeof request>) => {
  const { cif, ccc, holder = state.holders[0]!.nif } = wished;
  const isKnown = state.companies.some((each) => each.cif === cif);
  const isTaken = state.accounts.some((each) => each.ccc === ccc);
  const isHolder = state.holders.some(({ nif }) => nif === holder);
  const errors = {
    ...wrongDigits('cif', { cif }),
    ...wrongDigits('ccc', { ccc }),
    ...(isTaken && { ccc: ['Esta cuenta ya está en el entorno de pruebas.'] }),
    ...(isKnown &&
      name && { name: ['La empresa ya está en el entorno de pruebas y tiene su razón social.'] }),
    ...(!isHolder && { holder: ['No hay nadie con este NIF en el entorno de pruebas.'] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (state.accounts.length >= MOST.accounts)
    throw limitReached(`El entorno de pruebas ya tiene ${MOST.accounts} cuentas de cotización, el máximo.`);
  return { ...wished, holder, ...(name && { name: capitals(name) }) };
};
