import { input } from '../elements.ts';
import { isNif } from '../nif.ts';
import type { Procedure } from '../procedure.ts';
import { Refusal } from '../refusal.ts';

/** The certificate that a contractor shows to its payer. If it needs preparation, it is picked up later. */
export const contractors: Procedure = {
  kind: 'CONTRATISTAS',
  path: '/wlpl/EMCE-JDIT/ContratistasInternetServlet',
  title: 'Certificación de contratistas y subcontratistas',
  controls: () => [
    input('fNifPagador', 'NIF de la persona o entidad pagadora', 9),
    input('fNombrePagador', 'Apellidos y nombre o razón social', 125),
  ],
  fields: ['fNifPagador', 'fNombrePagador'],
  read(form, { nif }, { state: { aeat, companies } }) {
    const payerNif = form.get('fNifPagador');
    if (!isNif(payerNif)) throw new Refusal('wrongPayer');
    const payer = aeat.payers.find((each) => each.nif === payerNif);
    const company = companies.find(({ cif }) => cif === payerNif);
    const payerName = payer?.name ?? company?.name ?? form.get('fNombrePagador');
    return {
      value: payerNif,
      payerName,
      confirmationFields: [
        ['fNifPagador', payerNif],
        ['fNombrePagador', payerName],
      ],
      negative: payer?.negative || aeat.debtors.includes(nif),
      preparation: payer?.preparation ?? aeat.preparation,
    };
  },
  sections: ({ choice, payerName }) => [
    {
      heading: 'PERSONA O ENTIDAD PAGADORA',
      lines: [
        ['N.I.F.', choice],
        ['APELLIDOS Y NOMBRE O RAZÓN SOCIAL', payerName],
      ],
    },
  ],
};
