import { slashedDate } from '../../../kernel/spanish-time.ts';
import type { Exchange } from '../../exchange.ts';
import type { Accepted, WorkerWithDocument } from '../values.ts';
import { openAsOwner } from './account-owner.ts';
import { fileOnAssumedForm } from './dialog.ts';

/** A change of an assignment (cesión) of a worker to a company. */
export interface AssignmentInput extends WorkerWithDocument {
  option: 'add' | 'modify' | 'remove';
  /** 4 digits. */
  cesion_regimen: string;
  /** 11 digits. */
  cesion_ccc: string;
  /** 2 digits. */
  cesion_tipo: string;
  /** `YYYY-MM-DD`. */
  startDate: string;
  /** `YYYY-MM-DD`; not with `remove`. */
  endDate?: string;
}

/** Adds, modifies or removes an assignment. */
export const assignment: Exchange<'submission', AssignmentInput, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'XV24M00K assignment',
  standing: {
    state: 'assumed',
    note: 'Assumed: the application, its form, the page that asks to confirm. Settled by both pages.',
    ifWrong: 'ENVIO_3, the first press, may file at once; ENVIO_20 after it confirms: both commit.',
  },
  script: function* (input) {
    const changes = {
      OPCION: OPTIONS[input.option],
      NA5NumSegSocialCompleto: input.nss,
      tipo: input.identificacion,
      IP9NumDoc: input.dni,
      CC1EmpresaAut: `${input.regimen}${input.ccc}`,
      CesEmpresa: `${input.cesion_regimen}${input.cesion_ccc}`,
      CesTipo: input.cesion_tipo,
      fechaInicio: slashedDate(input.startDate),
      fechaFin: slashedDate(input.endDate ?? ''),
    };
    return yield* fileOnAssumedForm(yield* openAsOwner('XV24M00K', input), changes, 'cesion');
  },
};

const OPTIONS = { add: 'A', modify: 'M', remove: 'B' } as const;
