import type { Exchange } from '../../exchange.ts';
import type { Changes } from '../../html/form.ts';
import type { Accepted } from '../accepted.ts';
import { dateFields } from '../values.ts';
import type { WorkerWithDocument } from '../worker.ts';
import { fileMovement } from './atr01.ts';

/** A termination, with the interface's fields. Dates `YYYY-MM-DD`. For absent fields the portal's proposal is kept. */
export interface BajaInput extends WorkerWithDocument {
  /** 2 digits. */
  situacion: string;
  fecha_real: string;
  /** End of the paid holidays. */
  fecha_vacaciones?: string;
  indicativoSAA?: string;
  inactividad_z?: 'S' | 'N';
  /** In the month of the termination. */
  dias_trabajados?: number;
  fecha_fin_temporal?: string;
}

/** Ends the registration of a worker in a contribution account. */
export const baja: Exchange<'submission', BajaInput, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR01 baja',
  standing: {
    state: 'confirmed',
    note:
      'Public programs. Assumed: the second screen files at once; names of fields for inactividad_z, ' +
      'dias_trabajados and fecha_fin_temporal.',
    ifWrong: 'The press on the second screen, and confirmations of warnings after it: all commit.',
  },
  script: (input) => fileMovement('Baja', input, encode(input)),
};

const encode = (input: BajaInput): Changes => ({
  txt_SDFSITAFI_ayuda: input.situacion,
  ...dateFields('txt_SDFFREAL', input.fecha_real),
  ...(input.fecha_vacaciones && dateFields('txt_SDFFFINV', input.fecha_vacaciones)),
  ...(input.indicativoSAA && { txt_SDFINDSAA: input.indicativoSAA }),
  ...(input.inactividad_z && { cbo_ListaInactZ: input.inactividad_z === 'S' ? 'SI' : 'NO' }),
  ...(input.dias_trabajados !== undefined && { txt_SDFDIATRA: String(input.dias_trabajados) }),
  ...(input.fecha_fin_temporal && dateFields('txt_SDFFFT', input.fecha_fin_temporal)),
});
