import { type Exchange, type Script, Unreadable } from '../../exchange.ts';
import { type Changes, hasControl } from '../../html/form.ts';
import { type Accepted, dateFields, padDocument, splitFields, type WorkerWithDocument } from '../values.ts';
import { stepFor } from './dialog.ts';
import { enter } from './enter.ts';
import { COEFFICIENT_WARNING, file, type Warning } from './filing.ts';

/**
 * ATR01, registrations and terminations. Screen 1 names contribution account and worker, and may already refuse. Screen
 * 2 has the movement, and sending it files, unless a warning asks to confirm first.
 */

const CONTINUE = { name: 'btn_Sub2207401004' };

/** Files a movement. `changes` are the fields of screen 2. A dry run ends before that screen is sent. */
function* fileMovement(
  kind: 'Alta' | 'Baja',
  worker: WorkerWithDocument,
  changes: Changes,
): Script<Accepted> {
  const movement = yield* enter('ATR01', {
    button: CONTINUE,
    changes: {
      cbo_ListaAltasBajas: kind,
      ...workerFields(worker),
    },
  });
  if (!hasControl(movement.form, 'txt_SDFSITAFI_ayuda'))
    throw new Unreadable('ATR01 without its second screen');

  return yield* file(
    stepFor(movement, { button: CONTINUE, changes: { ...changes, ...printChoice(worker.regimen) } }),
    WARNINGS,
  );
}

/** Contribution account and worker, in the fields of the first screens of dialogs about registrations. */
export const workerFields = ({ regimen, ccc, nss, identificacion, dni }: WorkerWithDocument): Changes => {
  return {
    ...splitFields('txt_SDFPROAFI', 'txt_SDFCODAFI', nss),
    txt_SDFTIPPFI_ayuda: identificacion,
    txt_SDFNUMPFI: padDocument(dni),
    txt_SDFREGAFI_ayuda: regimen,
    ...splitFields('txt_SDFTESCTACOT', 'txt_SDFCTACOT', ccc),
  };
};

/** The TA is always requested: it is the proof. */
const printChoice = (regimen: string): Changes => ({
  cbo_ListaSiNo: 'SI',
  [regimen === '0163' ? 'cbo_ListaTipoImpresion' : 'cbo_ListaTipoImpresion001']: 'OnLine',
});

/** In the order in which they are checked. */
const WARNINGS: Warning[] = [
  {
    id: 'Sub0000201056',
    text: 'la mecanizacion de este tipo de registros puede implicar',
    button: { label: 'Continuar' },
  },
  COEFFICIENT_WARNING,
  { id: 'Frame', text: 'aplicarse beneficios en materia', button: { label: 'Confirmar' } },
];

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
      'Public programs. Assumed: the second screen files; fields for fic, sust_*, exc_ctz, beneficios, ' +
      'fom_empl_agrario, sexo, fnacimiento, cesion_*, SDFNOMBRE. Not known: whose agreement 60888888888888 is.',
    ifWrong: 'The press on the second screen, and confirmations of warnings after it: all commit.',
  },
  script: (input) => fileMovement('Alta', input, encodeAlta(input)),
};

/** Situation of a normal registration. */
const REGISTERED = '01';

const encodeAlta = (input: AltaInput): Changes => ({
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
  ...(input.sust_nss && splitFields('txt_SDFPRONAFSUS', 'txt_SDFCODNAFSUS', input.sust_nss)),
  ...coded('txt_SDFEXCCTZ_ayuda', input.exc_ctz),
  ...coded('txt_SDFDESEMP_ayuda', input.cond_desempleado),
  ...coded('txt_SDFBENEF_ayuda', input.beneficios),
  ...coded('txt_SDFFOMAGR_ayuda', input.fom_empl_agrario),
  ...coded('txt_SDFSEXO_ayuda', input.sexo && { M: '1', F: '2' }[input.sexo]),
  ...(input.fnacimiento && dateFields('txt_SDFFNAC', input.fnacimiento)),
  ...coded('txt_SDFCESREG_ayuda', input.cesion_regimen),
  ...(input.cesion_ccc && splitFields('txt_SDFCESTES', 'txt_SDFCESCTA', input.cesion_ccc)),
  ...coded('txt_SDFCESTIP_ayuda', input.cesion_tipo),
});

const coded = (field: string, value: string | undefined): Changes =>
  value === undefined || value === '' ? {} : { [field]: value };

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
      'dias_trabajados and fecha_fin_temporal; SDFNOMBRE.',
    ifWrong: 'The press on the second screen, and confirmations of warnings after it: all commit.',
  },
  script: (input) => fileMovement('Baja', input, encodeBaja(input)),
};

const encodeBaja = (input: BajaInput): Changes => ({
  txt_SDFSITAFI_ayuda: input.situacion,
  ...dateFields('txt_SDFFREAL', input.fecha_real),
  ...(input.fecha_vacaciones && dateFields('txt_SDFFFINV', input.fecha_vacaciones)),
  ...(input.indicativoSAA && { txt_SDFINDSAA: input.indicativoSAA }),
  ...(input.inactividad_z && { cbo_ListaInactZ: input.inactividad_z === 'S' ? 'SI' : 'NO' }),
  ...(input.dias_trabajados !== undefined && { txt_SDFDIATRA: String(input.dias_trabajados) }),
  ...(input.fecha_fin_temporal && dateFields('txt_SDFFFT', input.fecha_fin_temporal)),
});
