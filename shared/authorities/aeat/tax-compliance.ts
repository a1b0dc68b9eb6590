import type { Exchange } from '../exchange.ts';
import type { Certificate } from './certificate.ts';
import { issueAtOnce } from './request.ts';

/** Purpose: contracts of the public sector, transport, subsidies, permits of foreigners, no particular one. */
export type Purpose = 'C1' | 'T1' | 'B1' | 'E1' | 'G1';

/** Certificate of tax compliance (ECOT: al corriente de pago) as of today. Its result is positive or negative. */
export const taxCompliance: Exchange<'reading', { purpose: Purpose }, Certificate> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'ECOT tax compliance',
  standing: {
    state: 'confirmed',
    note: 'A public program with the real portal in 2026: C1, B1 and G1; the form also offered T1 and E1.',
    ifWrong:
      'Nothing: the signed request can only have this certificate issued. The same day gives the same one.',
  },
  script: ({ purpose }) =>
    issueAtOnce(
      'ECOTInternetCiudadanosServlet',
      [
        ['fTipoCertificado', purpose],
        ['fMomentoDeterminacionEcot', '1'],
        ['fFechaPasada', ''],
      ],
      'certificado-corriente-pago',
    ),
};
