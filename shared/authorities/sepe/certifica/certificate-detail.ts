import { collapse, type Page } from '../../html/page.ts';
import { isoDate } from '../identifiers.ts';
import { type Labelled, labelled } from '../web.ts';

/** A company certificate with the interface's fields. `null` for values that the authority leaves empty. */
export type CertificateDetail = ReturnType<typeof readCertificate>;

/** Reads the page of a certificate. */
export const readCertificate = (page: Page) => {
  const values = labelled(page);
  const general = under(values, /datos generales/);
  const representative = under(values, /representante/);
  const enterprise = under(values, /empresa/);
  const employee = under(values, /trabajador/);
  const suspension = under(values, /suspensi.n|extinci.n/);
  const regimen = coded(enterprise(/r.gimen/));
  const activity = coded(enterprise(/actividad/));
  const group = coded(employee(/grupo de cotizaci.n/));
  const type = coded(employee(/tipo de contrato/));
  const profession = coded(employee(/profesi.n|ocupaci.n/));
  const cause = coded(suspension(/causa/));
  const [duration, unit] = lengthOf(employee(/duraci.n/));

  return {
    general: {
      entry_date: dateOrNull(general(/entrada/)),
      origin: textOrNull(general(/origen/)),
      file_number: textOrNull(general(/expediente/)),
      recognition_date: dateOrNull(general(/reconocimiento/)),
    },
    attachments: attachmentsOf(page),
    representative: {
      name: textOrNull(representative(/^nombre/)),
      surname: textOrNull(representative(/primer apellido/)),
      last_surname: textOrNull(representative(/segundo apellido/)),
      nif: textOrNull(representative(/nif/)),
      position: textOrNull(representative(/cargo/)),
      email: textOrNull(representative(/correo/)),
      phone: textOrNull(representative(/tel.fono/)),
    },
    enterprise: {
      cif: textOrNull(enterprise(/cif/)),
      regimen: regimen.code,
      regimen_name: regimen.name,
      ccc: cccOf(enterprise(/cuenta/)),
      name: textOrNull(enterprise(/raz.n social/)),
      address: textOrNull(enterprise(/domicilio/)),
      postal_code: textOrNull(enterprise(/c.digo postal/)),
      city: textOrNull(enterprise(/localidad|municipio/)),
      province: textOrNull(enterprise(/provincia/)),
      cnae: activity.code,
      cnae_name: activity.name,
    },
    employee: {
      name: textOrNull(employee(/^nombre/)),
      surname: textOrNull(employee(/primer apellido/)),
      last_surname: textOrNull(employee(/segundo apellido/)),
      nif: textOrNull(employee(/nif|dni/)),
      nss: textOrNull(employee(/seguridad social/)),
      quote_group: group.code,
      quote_group_name: group.name,
      contract_type: type.code,
      contract_type_name: type.name,
      contract_duration: duration,
      contract_duration_unit: unit,
      cno: profession.code,
      cno_name: profession.name,
      public_office: textOrNull(employee(/cargo p.blico/)),
      dedication_percent: numberOrNull(employee(/dedicaci.n/)),
      alta_date: dateOrNull(employee(/fecha de alta/)),
      suspension_cause: cause.code,
      suspension_cause_name: cause.name,
      suspension_start_date: dateOrNull(suspension(/fecha de inicio|fecha de la suspensi.n/)),
      suspension_end_date: dateOrNull(suspension(/fecha de fin/)),
      ere_number: textOrNull(suspension(/n.mero de ere/)),
      ere_year: textOrNull(suspension(/a.o del ere/)),
      ere_percent: numberOrNull(suspension(/porcentaje del ere/)),
      children_care_percent: numberOrNull(suspension(/cuidado/)),
      processing_salary_start_date: dateOrNull(suspension(/inicio de salarios/)),
      processing_salary_end_date: dateOrNull(suspension(/fin de salarios/)),
      processing_salary_days: numberOrNull(suspension(/d.as de salarios/)),
    },
    contributions: contributionsOf(page),
    holidays: sumOf(values, /vacaciones/),
    totals: sumOf(values, /totales/),
  };
};

/** Looks up the values of one legend by their label. */
const under = (values: Labelled[], legend: RegExp) => {
  const own = values.filter((item) => legend.test(item.legend));
  return (label: RegExp): string => own.find((item) => label.test(item.label))?.value ?? '';
};

/** SEPE writes hyphens for an empty value. */
const textOrNull = (text: string): string | null => (/^-*$/.test(text) ? null : text);

const dateOrNull = (text: string): string | null => isoDate(text) ?? null;

/** `1.200,50` is 1200.5. */
const numberOrNull = (text: string): number | null => {
  const [, number] = /^(-?\d[\d.]*(?:,\d+)?)\s*(?:%|€)?$/.exec(text.trim()) ?? [];
  return number === undefined ? null : Number(number.replaceAll('.', '').replace(',', '.'));
};

/** `03 JEFES DE TALLER`: a code and its name. */
const coded = (text: string): { code: string | null; name: string | null } => {
  const [, code = '', name = ''] = /^([0-9A-Z]*\d[0-9A-Z]*)?\s*-?\s*(.*)$/.exec(text) ?? [];
  return { code: textOrNull(code), name: textOrNull(name) };
};

/** Province and number of the contribution account, without the check digits. */
const cccOf = (text: string): string | null => textOrNull(text.replace(/\D/g, '').slice(0, 9));

/** `6 MESES`: a length and its unit. */
const lengthOf = (text: string): [number | null, string | null] => {
  const [, length, unit = ''] = /^(\d+)\s*(.*)$/.exec(text) ?? [];
  return [length === undefined ? null : Number(length), textOrNull(unit)];
};

/** A sum of contributions. Amounts are in euros. */
const sumOf = (values: Labelled[], legend: RegExp) => {
  const value = under(values, legend);
  return {
    days: numberOrNull(value(/d.as/)),
    base_cc: numberOrNull(value(/contingencias comunes/)),
    base_unemployment: numberOrNull(value(/desempleo/)),
  };
};

/** Contributions by month. The attribute `headers` of a cell names its column. */
const contributionsOf = ({ $ }: Page) =>
  $('table.tablaCotizaciones tr')
    .toArray()
    .map((row) => (column: string) => collapse($(row).find(`td[headers=${column}]`).first().text()))
    .filter((cell) => cell('anyo') !== '')
    .map((cell) => ({
      year: cell('anyo'),
      month: cell('mes'),
      days: numberOrNull(cell('dc')),
      base_cc: numberOrNull(cell('bccc')),
      base_unemployment: numberOrNull(cell('bcd')),
      observations: textOrNull(cell('observaciones')),
    }));

/** The documents of a certificate; each row has a radio button that chooses one. */
const attachmentsOf = ({ $ }: Page) =>
  $('#contenido form tr')
    .toArray()
    .map((row) => $(row))
    .filter((row) => row.find('input[name=documentoSeleccionado]').length > 0)
    .map((row) => {
      const text = (index: number) => collapse(row.children('td').eq(index).text());
      return { name: textOrNull(text(1)), date: dateOrNull(text(2)), source: textOrNull(text(3)) };
    });
