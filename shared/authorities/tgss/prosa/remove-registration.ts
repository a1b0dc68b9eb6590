import type { Exchange } from '../../exchange.ts';
import type { Accepted, WorkerWithDni } from '../values.ts';
import { openAsOwner } from './account-owner.ts';
import { fileProsa } from './dialog.ts';

/**
 * Removes the registration that is in force. The application does not ask for its date, so the caller must make sure
 * first that it is the right one.
 */
export const removeRegistration: Exchange<'submission', WorkerWithDni, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'XV24M00E remove registration',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application (HTML, later made by a stylesheet): fields, message. Assumed: the action ' +
      'for data only. Settled by its page.',
    ifWrong: 'ENVIO_3, its only press, which files at once: it commits.',
  },
  script: function* (input) {
    const { regimen, ccc, nss } = input;
    const changes = { NA5NumSegSocialCompleto: nss, CC1EmpresaAut: `${regimen}${ccc}` };
    return yield* fileProsa(yield* openAsOwner('XV24M00E', input), { button: 'ENVIO_3', changes });
  },
};
