import type { Exchange } from '../../exchange.ts';
import type { Accepted } from '../accepted.ts';
import type { WorkerInCcc } from '../worker.ts';
import { fileProsa, openProsa } from './dialog.ts';

/**
 * Removes the registration that is in force. The application does not ask for its date, so the caller must make sure
 * first that it is the right one.
 */
export const removeRegistration: Exchange<'submission', WorkerInCcc, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'XV24M00E remove registration',
  standing: {
    state: 'assumed',
    note:
      'A public program (68381699489): fields and message, on a page that a stylesheet made. Assumed: the form in the ' +
      'XML. Settled by its page.',
    ifWrong: 'ENVIO_3, its only press, which files at once: it commits.',
  },
  script: function* ({ regimen, ccc, nss }) {
    const changes = { NA5NumSegSocialCompleto: nss, CC1EmpresaAut: `${regimen}${ccc}` };
    const press = { button: 'ENVIO_3', changes, whereOffered: { tipoImpresion: 'OnLine' } };
    return yield* fileProsa(yield* openProsa('XV24M00E'), press, 'TA');
  },
};
