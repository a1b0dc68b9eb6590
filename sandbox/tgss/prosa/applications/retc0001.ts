import { slashed } from '../../../calendar.ts';
import { dataElement } from '../elements.ts';
import type { Application } from '../page.ts';

const cdata = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;

/** The accounts assigned to the authorised user. */
export const retc0001: Application = {
  code: 'RETC0001',
  start: ({ holder, state }) => {
    const accounts = state.accounts.filter(({ ccc }) => holder.cuentas.includes(ccc));
    const nameOf = (cif: string) => state.companies.find((company) => company.cif === cif)!.name;
    const { givenName, firstSurname, secondSurname, nif } = holder;
    return {
      title: 'Cuentas de cotización asignadas',
      form: 'FORMULARIO_1',
      body: () => [],
      buttons: [],
      data: [
        dataElement('fila1Dinamica', `${nif} ${firstSurname} ${secondSurname}, ${givenName}`),
        `<listaAutorizados TOTAL_FILAS="${accounts.length}">`,
        ...accounts.map(
          ({ regimen, ccc, cif, since }) =>
            `<ccc>${[
              cdata('SRAnumAut', holder.autorizacion),
              cdata('CC2reg', regimen),
              cdata('CC3pro', ccc.slice(0, 2)),
              cdata('CC4cod', ccc.slice(2)),
              cdata('RAZrazSoc', nameOf(cif)),
              cdata('fecSit', slashed(since)),
              cdata('sit', 'ALTA'),
              cdata('tip', 'PRINCIPAL'),
            ].join('')}</ccc>`,
        ),
        '</listaAutorizados>',
      ],
    };
  },
};
