import type { DemoData } from '../../../local/demo.ts';
import { BASIC_COPY, newContract } from '../../../reference/employment-requests.ts';
import { certificateOf } from '../../../reference/later-communications.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { Person } from '../../../sandbox/state.ts';

/** Rows of batches that file several submissions each. */

/** The row that hires a person. */
export const hireOf = (demo: DemoData, person: Person) => {
  const contract = newContract(seed, demo, person);
  const { cif, regimen, ccc, docType, dni, nss, startDate, occupation: cno, ...contrata } = contract;
  return {
    operation: 'hire',
    body: {
      cif,
      regimen,
      ccc,
      nss,
      dni,
      identificacion: person.identificacion,
      fecha_real: startDate,
      cno,
      duplicate: 1,
      alta: { grupo_cotizacion: '07', tipo_contrato: '100' },
      contrata,
      copia: BASIC_COPY,
    },
  };
};

/** The row with which the worker of the demo account leaves. */
export const leaveOf = (demo: DemoData) => {
  const { cif, regimen, ccc } = demo.company;
  const { nss, dni, identificacion, fecha_alta } = demo.worker;
  const { name, surname, secondSurname } = seed.state.persons.find((one) => one.dni === dni)!;
  const { Datos_Representante, Datos_Trabajador } = certificateOf(seed, demo);
  const { DNI_NIE: _, NumSS: __, FechaSuspensionExtincion: ___, ...worker } = Datos_Trabajador;
  return {
    operation: 'leave',
    body: {
      cif,
      regimen,
      ccc,
      nss,
      dni,
      identificacion,
      fecha_real: seed.today,
      duplicate: 1,
      baja: { situacion: '93' },
      certificado: {
        Datos_Representante,
        Datos_Trabajador: {
          ...worker,
          Nombre: name,
          Apellido1: surname,
          Apellido2: secondSurname,
          FechaAltaEmpresa: fecha_alta,
        },
      },
    },
  };
};
