import { showAmount } from '../../../kernel/amounts.ts';
import { slashedDate } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, type Script } from '../../exchange.ts';
import type { Accepted, WorkerInCcc } from '../values.ts';
import { askAsOwner, isOthers } from './authorised-users.ts';
import { fileWithReport, type Press, pressProsa } from './dialog.ts';
import type { ProsaPage } from './page.ts';

/** The application of sick leaves (Incapacidad temporal Online). */
export const IT_ONLINE = 'IWXP0002';

/** Causes of a sick leave. */
export const CONTINGENCIES = {
  '1': 'enfermedad común',
  '2': 'accidente no laboral',
  '3': 'accidente de trabajo',
  '4': 'enfermedad profesional',
  '5': 'periodo de observación por enfermedad profesional',
} as const;

/** The two classes of contract, which differ in the bases that they ask for. */
export const CONTRACT_CLASSES = {
  '1': 'fijo discontinuo o a tiempo parcial; base y días de los tres meses anteriores',
  '2': 'los demás; base y días del mes anterior',
} as const;

/** The data that the firm owes for a sick leave. */
export interface SickLeaveData extends WorkerInCcc {
  /** First day of the leave, `YYYY-MM-DD`. */
  fecha_baja: string;
  contingencia: keyof typeof CONTINGENCIES;
  /** At least 4 characters. */
  puesto: string;
  /** At least 15 characters. */
  funciones: string;
  /** CNO, where it is sent. */
  ocupacion?: string;
  clase_contrato: keyof typeof CONTRACT_CLASSES;
  /** Hundredths of euros: of the month before the leave (class 2), or of the three months before (class 1). */
  base: string;
  /** Days of these months. */
  dias: number;
  /** Day of the accident, or of the first diagnosis, `YYYY-MM-DD`. */
  fecha_atep?: string;
}

/** Sends the firm's data of a sick leave. */
export const sickLeaveData: Exchange<'submission', SickLeaveData, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'IWXP0002 data of a sick leave',
  standing: {
    state: 'confirmed',
    note:
      'Two programs: fields of both pages, buttons. Assumed: amounts with a comma; any message without an error is the ' +
      'acceptance. Settled by both pages and an end.',
    ifWrong: 'ENVIO_12, Confirmar, which commits. ENVIO_7 and ENVIO_14 only lead on in both programs.',
  },
  script,
};

function* script(input: SickLeaveData): Script<Accepted> {
  const economic = yield* askAsOwner(IT_ONLINE, () => leavePress(input), isOthers);
  const summary = yield* pressProsa(economic, dataPress(economic, input));
  return yield* fileWithReport(
    summary,
    { button: 'ENVIO_12', action: 'CONFIRMAR_DATOS_ECONOMICOS', asHtml: true },
    { report: { button: 'ENVIO_8', action: 'INFORME_DATOS_ECONOMICOS', asHtml: true }, name: 'baja-medica' },
  );
}

/** Names the leave on the first page. */
const leavePress = ({ regimen, ccc, nss, fecha_baja, contingencia }: SickLeaveData): Press => ({
  button: 'ENVIO_7',
  action: 'Aceptar',
  asHtml: true,
  changes: { regimen, ccc, naf: nss, fechaBaja: slashedDate(fecha_baja), contingencias: contingencia },
});

/**
 * Fills in the second page and has it checked.
 * @throws NothingFound for a value that the page has no field for, because it would be lost
 */
const dataPress = (page: ProsaPage, input: SickLeaveData): Press => {
  const { puesto, funciones, ocupacion, clase_contrato, base, dias, fecha_atep } = input;
  const lacks = (name: string) => page.$(`[name="${name}"]`).length === 0;
  if (ocupacion !== undefined && lacks('ocupacion'))
    throw new NothingFound(
      'La Seguridad Social no pide la ocupación de esta baja: no la envíe.',
      'ocupacion',
    );
  if (fecha_atep !== undefined && lacks('fechaATEP'))
    throw new NothingFound(
      'La Seguridad Social no pide esta fecha para esta baja: no la envíe.',
      'fecha_atep',
    );
  const [amount, days] = clase_contrato === '1' ? ['sumaBaseCot', 'sumaDiasCot'] : ['BaseCot', 'DiasCot'];
  return {
    button: 'ENVIO_14',
    action: 'Validar',
    asHtml: true,
    changes: {
      puestoTrabajo: puesto,
      funcDesempe: funciones,
      tipoContrato: clase_contrato,
      [amount]: showAmount(base).replaceAll('.', ''),
      [days]: String(dias),
      ...(ocupacion !== undefined && { ocupacion }),
      ...(fecha_atep !== undefined && { fechaATEP: slashedDate(fecha_atep) }),
    },
  };
};
