import type { Exchange } from '../../exchange.ts';
import type { Changes } from '../../html/form.ts';
import type { Accepted } from '../accepted.ts';
import { dateFields, splitNumber } from '../values.ts';
import type { WorkerWithDocument } from '../worker.ts';
import { fileMovement } from './atr01.ts';

/** A registration, with the interface's fields. Dates `YYYY-MM-DD`. For absent fields the portal's proposal is kept. */
export interface AltaInput extends WorkerWithDocument {
  fecha_real: string;
  grupo_cotizacion: string;
  tipo_contrato: string;
  cno: string;
  category_professional?: string;
  /** Thousandths of a full working day. */
  coeficiente?: string;
  rlce?: string;
  worker_collective?: string;
  ocupacion?: string;
  /** 14 digits. */
  convenio?: string;
  /** Scheme 0163: 1 monthly, 2 days worked. */
  modalidad_ctz?: string;
  fic?: string;
  sust_cause?: string;
  /** 12 digits. */
  sust_nss?: string;
  exc_ctz?: string;
  cond_desempleado?: string;
  beneficios?: string;
  fom_empl_agrario?: string;
  sexo?: 'M' | 'F';
  fnacimiento?: string;
  /** 4 digits. */
  cesion_regimen?: string;
  /** 11 digits. */
  cesion_ccc?: string;
  cesion_tipo?: string;
}

/** Registers a worker in a contribution account. */
export const alta: Exchange<'submission', AltaInput, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'ATR01 alta',
  standing: {
    state: 'confirmed',
    note:
      'Public programs. Assumed: the second screen files at once; fields for fic, sust_*, exc_ctz, beneficios, ' +
      'fom_empl_agrario, sexo, fnacimiento, cesion_*. Not known: whose agreement 60888888888888 is.',
    ifWrong: 'The press on the second screen, and confirmations of warnings after it: all commit.',
  },
  script: (input) => fileMovement('Alta', input, encode(input)),
};

/** Situation of a normal registration. */
const REGISTERED = '01';

const encode = (input: AltaInput): Changes => ({
  txt_SDFSITAFI_ayuda: REGISTERED,
  ...dateFields('txt_SDFFREAL', input.fecha_real),
  txt_SDFGRUCOT_ayuda: input.grupo_cotizacion,
  txt_SDFTICO_ayuda: input.tipo_contrato,
  txt_SDFCNOCUP_ayuda: input.cno,
  ...coded('txt_SDFCATPROF_ayuda', input.category_professional),
  ...coded('txt_SDFCOEFCO_ayuda', input.coeficiente),
  ...coded('txt_SDFRLCE_ayuda', input.rlce),
  ...coded('txt_SDFCOLTRA_ayuda', input.worker_collective),
  ...coded('txt_SDFOCUPACION_ayuda', input.ocupacion?.toUpperCase()),
  ...coded('txt_SDFCONVCOL_ayuda', input.convenio),
  ...coded('txt_SDFMODCOTI_ayuda', input.modalidad_ctz),
  ...(input.fic && dateFields('txt_SDFFIC', input.fic)),
  ...coded('txt_SDFCAUSUS_ayuda', input.sust_cause),
  ...(input.sust_nss && pair('txt_SDFPRONAFSUS', 'txt_SDFCODNAFSUS', input.sust_nss)),
  ...coded('txt_SDFEXCCTZ_ayuda', input.exc_ctz),
  ...coded('txt_SDFDESEMP_ayuda', input.cond_desempleado),
  ...coded('txt_SDFBENEF_ayuda', input.beneficios),
  ...coded('txt_SDFFOMAGR_ayuda', input.fom_empl_agrario),
  ...coded('txt_SDFSEXO_ayuda', input.sexo && { M: '1', F: '2' }[input.sexo]),
  ...(input.fnacimiento && dateFields('txt_SDFFNAC', input.fnacimiento)),
  ...coded('txt_SDFCESREG_ayuda', input.cesion_regimen),
  ...(input.cesion_ccc && pair('txt_SDFCESTES', 'txt_SDFCESCTA', input.cesion_ccc)),
  ...coded('txt_SDFCESTIP_ayuda', input.cesion_tipo),
});

const coded = (field: string, value: string | undefined): Changes =>
  value === undefined || value === '' ? {} : { [field]: value };

const pair = (province: string, rest: string, digits: string): Changes => {
  const [first, second] = splitNumber(digits);
  return { [province]: first, [rest]: second };
};
