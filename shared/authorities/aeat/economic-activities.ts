import type { Exchange } from '../exchange.ts';
import type { Certificate } from './certificate.ts';
import { issueAtOnce } from './request.ts';

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
  // The portal spells the address like this.
  script: ({ year }) =>
    issueAtOnce('ServletAaeeGralnternet', [['fEjercicio', String(year)]], 'certificado-iae'),
};
