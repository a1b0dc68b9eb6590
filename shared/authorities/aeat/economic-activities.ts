import type { Exchange, Script } from '../exchange.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { enter, pageError } from './portal.ts';
import { request } from './request.ts';

/** Certificate of the tax on economic activities (IAE) for a year. */
export const economicActivities: Exchange<'reading', { year: number }, Certificate> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'IAE economic activities',
  standing: {
    state: 'confirmed',
    note:
      'A public program with the real portal: address, fEjercicio, validarSolicitud, "Firmar Enviar", ' +
      'Conforme and Firmar, descarga. The rest as for ECOT and the census certificate, of the same form.',
    ifWrong: 'Nothing: the signed request can only have this certificate issued. At worst it is not fetched.',
  },
  script,
};

function* script({ year }: { year: number }): Script<Certificate> {
  yield* enter();
  // The portal spells the address like this.
  const receipt = yield* request('ServletAaeeGralnternet', [['fEjercicio', String(year)]]);
  const csv = csvOf(receipt.source);
  if (!csv) throw pageError(receipt);
  return yield* fetchCertificate(csv, 'certificado-iae');
}
