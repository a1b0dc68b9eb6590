import { input, radios } from '../elements.ts';
import { isNif, type Procedure, Refusal } from '../procedure.ts';
import type { CertificateKind } from '../records.ts';
import { PAYERS } from '../seed.ts';
import { iae } from './iae.ts';

/** The certificate that a contractor shows to its payer. If it needs preparation, it is picked up later. */
const contractors: Procedure = {
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
      preparation: (payer ?? PAYERS.usual).preparation,
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

/** Purposes, in the order of the form. The fifth one is the generic one. */
const PURPOSES: [code: string, title: string][] = [
  ['C1', 'Contratos sector público'],
  ['B1', 'Subvenciones públicas'],
  ['T1', 'Autorizaciones de transporte'],
  ['E1', 'Permisos de trabajo o residencia de extranjeros'],
  ['G1', 'Genérico'],
];

const titleOf = (code: string) => PURPOSES.find(([each]) => each === code)?.[1];

/** Being up to date with tax obligations, as of today. */
const ecot: Procedure = {
  kind: 'ECOT',
  path: '/wlpl/EMCE-JDIT/ECOTInternetCiudadanosServlet',
  title: 'Certificación de estar al corriente de las obligaciones tributarias',
  controls: () => [
    ...radios('fTipoCertificado', PURPOSES),
    ...radios('fMomentoDeterminacionEcot', [['1', 'A la fecha de la solicitud']], '1'),
    input('fFechaPasada', 'Fecha pasada', 10),
  ],
  fields: ['fTipoCertificado', 'fMomentoDeterminacionEcot', 'fFechaPasada'],
  read(form, { nif }, { state: { aeat } }) {
    const code = form.get('fTipoCertificado');
    const title = titleOf(code);
    const today = form.get('fMomentoDeterminacionEcot') === '1' && form.get('fFechaPasada') === '';
    if (!title || !today) throw new Refusal('inconsistent');
    return {
      value: code,
      confirmationFields: [['fTipoCertificado', title]],
      negative: aeat.debtors.includes(nif),
    };
  },
  sections: ({ choice }) => [{ heading: 'FINALIDAD', lines: [['CERTIFICADO PARA', titleOf(choice)!]] }],
};

/** All kinds of certificate. A new one is a file and a line here. */
export const PROCEDURES: Record<CertificateKind, Procedure> = {
  ECOT: ecot,
  IAE: iae,
  CONTRATISTAS: contractors,
};
