import type { Exchange } from '../../exchange.ts';
import type { Accepted, WorkerWithDocument } from '../values.ts';
import { openAsOwner } from './account-owner.ts';
import { fileOnAssumedForm } from './dialog.ts';

/** Days of an unpaid work placement in a month. */
export interface PlacementDays extends WorkerWithDocument {
  /** `YYYY-MM`. */
  month: string;
  dia_efectivo?: number;
  dia_previsto_itat?: number;
  dia_previsto?: number;
  /** N: no placement. */
  indicativo_practica?: 'N';
  no_remunerada: boolean;
}

/** Records the days of an unpaid work placement. */
export const unpaidPlacement: Exchange<'submission', PlacementDays, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'XV24M00P unpaid placement',
  standing: {
    state: 'assumed',
    note: 'Assumed: the application, and its form, which files at once. Settled by its page.',
    ifWrong:
      'ENVIO_3, the first press, assumed to file at once, and ENVIO_20 after it, if asked to confirm: ' +
      'both commit.',
  },
  script: function* (input) {
    const changes = {
      NA5NumSegSocialCompleto: input.nss,
      tipo: input.identificacion,
      IP9NumDoc: input.dni,
      CC1EmpresaAut: `${input.regimen}${input.ccc}`,
      periodo: input.month.split('-').reverse().join('/'),
      diaEfectivo: String(input.dia_efectivo ?? ''),
      diaPrevistoITAT: String(input.dia_previsto_itat ?? ''),
      diaPrevisto: String(input.dia_previsto ?? ''),
      indPractica: input.indicativo_practica ?? '',
      noRemunerada: input.no_remunerada ? '1' : '',
    };
    return yield* fileOnAssumedForm(yield* openAsOwner('XV24M00P', input), changes, 'practicas');
  },
};
