import type { DemoData } from '../local/demo.ts';
import type { Seed } from '../sandbox/seed.ts';
import { dayAfter } from '../shared/kernel/spanish-time.ts';

/** Requests about contracts at the employment service: extensions, calls to work, company certificates. */

/** A request to extend a contract of the employment service, which then lasts more than six months. */
export const extensionOf = ({ demo: { convertibleContract: contract } }: Seed, { company }: DemoData) => ({
  cif: contract.cif,
  regimen: company.regimen,
  ccc: contract.ccc,
  dni: contract.dni,
  old_startDate: contract.startDate,
  startDate: dayAfter(contract.endDate, { days: 1 }),
  endDate: dayAfter(contract.startDate, { days: 210 }),
  prorroga_exist_convenio: 'S',
  duplicate: 1,
});

/** A request to call a permanent seasonal worker back to work. */
export const callOf = ({ state, today, demo: { seasonalContract } }: Seed, { company }: DemoData) => {
  const person = state.persons.find(({ dni }) => dni === seasonalContract.dni)!;
  return {
    cif: seasonalContract.cif,
    regimen: company.regimen,
    ccc: seasonalContract.ccc,
    employees: [
      {
        doc: person.dni,
        docType: seasonalContract.docType,
        name: person.name,
        surname: person.surname,
        lastSurname: person.secondSurname,
        nss: person.nss,
        sex: person.sex === 'M' ? 1 : 2,
        dateOfBirth: person.birthDate,
        nationality: 724,
        municipality: 28079,
        country: 724,
        startDate: today,
        endDate: dayAfter(today, { days: 60 }),
        nivelFormativo: 51,
        question: 'S',
        occupation: 4309,
        sepeId: `${seasonalContract.sepeId}00`,
      },
    ],
  };
};

/** A request to file the company certificate of a worker whose contract has ended. */
export const certificateOf = ({ state, today, demo }: Seed, { company }: DemoData) => {
  const { contract, holder } = demo;
  const person = state.persons.find(({ dni }) => dni === contract.dni)!;
  return {
    Datos_Representante: {
      CIF_NIF: holder.nif,
      Nombre: holder.givenName,
      Apellido1: holder.firstSurname,
      Apellido2: holder.secondSurname,
      Cargo: 'ADMINISTRADOR',
    },
    Datos_Empresa: { CIF_NIF: contract.cif, CCC: company.regimen + contract.ccc },
    Datos_Trabajador: {
      DNI_NIE: person.dni,
      Nombre: person.name,
      Apellido1: person.surname,
      Apellido2: person.secondSurname,
      NumSS: person.nss,
      GrupoCotizacion: '07',
      TipoContrato: '402',
      CodProfesion: '4309',
      FechaAltaEmpresa: contract.startDate,
      CodCausaSuspension: '15',
      FechaSuspensionExtincion: today,
      DiasSalarioTramitacion: '00000',
      Datos_Cotizacion: [
        {
          // The reference shows dates relative to today, which is not possible for a month alone.
          Ano: '2025',
          Mes: '01',
          NumDiasCotizados: '001',
          BaseCotizacionContingenciasComunes: '000005312',
          BaseCotizacionDesempleo: '000005312',
        },
      ],
    },
  };
};
