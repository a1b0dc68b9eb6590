import { input, radios } from '../elements.ts';
import type { Procedure } from '../procedure.ts';
import { Refusal } from '../refusal.ts';

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
export const ecot: Procedure = {
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
