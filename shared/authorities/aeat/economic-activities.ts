import type { Exchange, Script } from '../exchange.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { enter, pageError } from './portal.ts';
import { request } from './request.ts';

/** Certificate of the tax on economic activities (IAE) for a year. */
export const economicActivities: Exchange<'reading', { year: number }, Certificate> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'IAE economic activities',
  evidence: {
    state: 'assumed',
    note:
      'Address and fEjercicio as public programs for the real portal use them. Assumed: that the other fields and ' +
      'steps are those of the certificate of tax compliance (ECOT).',
    ifWrong:
      'Nothing: the signed request goes to the address of this certificate, whatever the page says, and can only have ' +
      'it issued. At worst it is issued and nobody fetches it.',
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
