import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { madridDay } from '../../calendar.ts';
import { digestOf, fullName, type State } from '../../state.ts';
import { digest, today, worker, workerOf } from '../fields.ts';
import { worldsOfStage } from '../stage.ts';

const account = z
  .object({
    regimen: z.string().meta({ description: 'Régimen.' }),
    ccc: z.string().meta({ description: 'Código de cuenta de cotización.' }),
    cif: z.string().meta({ description: 'CIF de la empresa.' }),
    holders: z.array(z.string()).meta({ description: 'NIF de quienes pueden actuar en la cuenta.' }),
    workers: z
      .array(
        worker.extend({ fecha_alta: z.string().meta({ description: 'Fecha real del alta, AAAA-MM-DD.' }) }),
      )
      .meta({ description: 'Trabajadores en alta, o con un alta previa.' }),
  })
  .meta({ id: 'SandboxAccount', description: 'Cuenta de cotización del entorno de pruebas.' });

const example = { nss: '289999900188', identificacion: 1, dni: '99999001E', name: 'IBÁÑEZ NÚÑEZ, IÑIGO' };

export const getWorld = resource({
  id: 'getSandbox',
  method: 'GET',
  path: '/',
  summary: 'Ver qué hay en el entorno de pruebas de la cuenta',
  description: 'Cada cuenta tiene un entorno propio, que empieza con los mismos datos para todas.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    digest,
    today,
    holders: z
      .array(z.object({ nif: z.string(), name: z.string() }))
      .meta({ description: 'Personas de las que se puede pedir un certificado de prueba.' }),
    companies: z.array(z.object({ cif: z.string(), name: z.string() })).meta({ description: 'Empresas.' }),
    accounts: z.array(account).meta({ description: 'Cuentas de cotización.' }),
    freeWorkers: z
      .array(worker)
      .meta({ description: 'Trabajadores que no están de alta en ninguna cuenta y se pueden dar de alta.' }),
  }),
  example: {
    request: {},
    response: {
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      today: '2026-11-23',
      holders: [{ nif: '99998001G', name: 'DEMO TITULAR DE PRUEBAS' }],
      companies: [{ cif: 'B99990017', name: 'DEMOSTRACIÓN Y PRUEBAS SL' }],
      accounts: [
        {
          regimen: '0111',
          ccc: '28999901134',
          cif: 'B99990017',
          holders: ['99998001G'],
          workers: [{ ...example, fecha_alta: '2025-06-15' }],
        },
      ],
      freeWorkers: [
        { nss: '289999902010', identificacion: 1, dni: '99999020B', name: 'MUÑOZ LÓPEZ, NOELIA' },
      ],
    },
  },
  run: async (_, { caller, authorityNow }) => {
    const { state } = await worldsOfStage().look(caller.accountId);
    return { data: { today: madridDay(authorityNow), ...contentOf(state) } };
  },
});

/** What of a state an integrator begins with. */
const contentOf = (state: State) => {
  const { holders, companies, accounts, persons } = state;
  const open = state.tgss.registrations.filter(({ baja }) => !baja);
  const registered = new Set(open.map(({ nss }) => nss));
  const known = new Map(persons.map((person) => [person.nss, person]));
  return {
    digest: digestOf(state),
    holders: holders.map((holder) => ({ nif: holder.nif, name: fullName(holder) })),
    companies: companies.map(({ cif, name }) => ({ cif, name })),
    accounts: accounts.map(({ regimen, ccc, cif }) => ({
      regimen,
      ccc,
      cif,
      holders: holders
        .filter(({ cuentas, otherUsers }) =>
          [cuentas, ...otherUsers.map((user) => user.cuentas)].some((own) => own.includes(ccc)),
        )
        .map(({ nif }) => nif),
      workers: open
        .filter((registration) => registration.ccc === ccc)
        .map(({ nss, alta }) => ({ ...workerOf(known.get(nss)!), fecha_alta: alta.date })),
    })),
    freeWorkers: persons.filter(({ nss }) => !registered.has(nss)).map(workerOf),
  };
};
