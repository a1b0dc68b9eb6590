import type { Exchange, Script } from '../exchange.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { enter, rejectionOf } from './portal.ts';
import { request } from './request.ts';

/** What for: contracts of the public sector, transport, subsidies, permits of foreigners, none in particular. */
export type Purpose = 'C1' | 'T1' | 'B1' | 'E1' | 'G1';

/** Certificate of being up to date with tax obligations, as of today; positive or negative. */
export const taxCompliance: Exchange<'reading', { purpose: Purpose }, Certificate> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'ECOT up to date with obligations',
  standing: {
    state: 'confirmed',
    note: 'As a public program did it with the real portal in 2026, for C1, B1 and G1; it read T1 and E1 on the form.',
    ifWrong:
      'Nothing: the signed request goes to the address of this certificate, whatever the page says, and can only have ' +
      'it issued; on the same day it is answered with the same one.',
  },
  script,
};

function* script({ purpose }: { purpose: Purpose }): Script<Certificate> {
  yield* enter();
  const receipt = yield* request('ECOTInternetCiudadanosServlet', [
    ['fTipoCertificado', purpose],
    ['fMomentoDeterminacionEcot', '1'],
    ['fFechaPasada', ''],
  ]);
  const csv = csvOf(receipt.source);
  if (!csv) throw rejectionOf(receipt);
  return yield* fetchCertificate(csv, 'certificado-corriente-pago');
}
