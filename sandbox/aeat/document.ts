import { madridTime, slashed } from '../calendar.ts';
import { makePdf } from '../pdf.ts';
import type { State } from '../state.ts';
import { knownTaxpayer } from './procedure.ts';
import { PROCEDURES } from './procedures/index.ts';
import type { Certificate } from './records.ts';

/** The PDF of a certificate: always the same bytes. */
export function documentOf(certificate: Certificate, state: State): Promise<Uint8Array> {
  const { title, sections } = PROCEDURES[certificate.kind];
  const { nif, name } = knownTaxpayer(state, certificate.nif);
  const made = madridTime(new Date(certificate.ready));
  const { sign: complianceResult } = certificate;
  return makePdf({
    authority: 'AGENCIA ESTATAL DE ADMINISTRACIÓN TRIBUTARIA',
    title,
    sections: [
      {
        heading: 'DATOS DEL TITULAR',
        lines: [
          ['N.I.F.', nif],
          ['APELLIDOS Y NOMBRE O RAZÓN SOCIAL', name],
        ],
      },
      ...sections(certificate, state),
      {
        heading: 'CERTIFICACIÓN',
        lines: [
          ['FECHA DE EXPEDICIÓN', `${slashed(made.slice(0, 10))} ${made.slice(11)}`],
          // Clients search for the result in these words. It is one string, and nowhere else.
          ...(complianceResult
            ? [['RESULTADO', `El certificado tiene carácter ${complianceResult}.`] as [string, string]]
            : []),
        ],
      },
    ],
    code: certificate.csv,
    made,
  });
}
