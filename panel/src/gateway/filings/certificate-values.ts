import type { Data } from '../../../../client/src/types.ts';
import { showDay } from '../../shared/days.ts';
import type { Filled } from '../../shared/filled.ts';

/** The values with which the form of a company certificate begins. What is not known stays empty: nothing is computed. */

/** The operation of a company certificate. */
export const COMPANY_CERTIFICATE = 'fileCompanyCertificate';

/** A trámite that was accepted. */
type Accepted = Pick<Data<'getFiling'>, 'request' | 'created_at' | 'operation'>;

/** What the office has of the worker and the company. */
export interface CertificateSources {
  /** 15 digits. */
  account: string | undefined;
  /** The tax id of the company. */
  cif: string | undefined;
  worker: { document: string | null; nss: string | null } | null | undefined;
  /** The baja behind the obligation. */
  termination: Accepted | undefined;
  /** The worker's last alta in the account. */
  registration: Accepted | undefined;
  /** The worker's last contract. */
  contract: Accepted | undefined;
  /** Addresses of the changes of the registration that were accepted after it. */
  changes: readonly string[];
  /** The worker in the list of the company, which follows changes. */
  listed: Data<'getWorkforce'>['data'][number] | undefined;
  /** The company's last certificate, which names its representative. */
  earlier: Accepted | undefined;
  /** The representative whom the company's own data name. */
  representative: { doc: string; name: string; job_position: string } | null | undefined;
}

/** What a change of a registration replaces, by its address. */
const CHANGED: Record<string, string> = {
  'PUT /api/v4/seg-social/contract-coeficiente': 'tipo_contrato',
  'PUT /api/v4/seg-social/contribution-group': 'grupo_cotizacion',
  'PUT /api/v4/seg-social/cno': 'cno',
};

const WORKER = 'Datos_Trabajador';
const REPRESENTATIVE = 'Datos_Representante';

/** The most months that 180 days of contributions are in. */
const MOST_MONTHS = 7;

/** The months for which a certificate has contributions, from the first to the last; of a long employment the last ones. */
export const contributionMonths = (from: string, to: string): { Ano: string; Mes: string }[] => {
  const numberOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const last = numberOf(to);
  const first = Math.max(numberOf(from), last - MOST_MONTHS + 1);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, place) => ({
    Ano: String(Math.floor((first + place) / 12)),
    Mes: String(((first + place) % 12) + 1).padStart(2, '0'),
  }));
};

/** @returns the values by dotted path, and in Spanish where they come from, a line for each source */
export const certificateValues = ({
  account,
  cif,
  worker,
  termination,
  registration,
  contract,
  changes,
  listed,
  earlier,
  representative,
}: CertificateSources): { filled: Filled; origins: string[] } => {
  const filled: Filled = {};
  const origins: string[] = [];
  const take = (origin: string, values: Record<string, unknown>) => {
    const added = Object.entries(values).filter(
      ([path, value]) =>
        filled[path] === undefined &&
        (typeof value === 'string' || typeof value === 'number') &&
        String(value).trim() !== '',
    );
    for (const [path, value] of added) filled[path] = String(value);
    if (added.length > 0 && origin) origins.push(origin);
  };
  const on = ({ created_at }: Accepted) => showDay(created_at.slice(0, 10));
  const sent = (filing: Accepted | undefined) => (filing?.request ?? {}) as Record<string, unknown>;
  take('', {
    'Datos_Empresa.CCC': account,
    'Datos_Empresa.CIF_NIF': cif,
    [`${WORKER}.DNI_NIE`]: worker?.document,
    [`${WORKER}.NumSS`]: worker?.nss,
  });
  if (termination) {
    const { fecha_real, cif } = sent(termination);
    take(`De la baja aceptada el ${on(termination)}: el día de la extinción.`, {
      [`${WORKER}.FechaSuspensionExtincion`]: fecha_real,
      'Datos_Empresa.CIF_NIF': cif,
    });
  }
  if (contract) {
    const { name, surname, lastSurname } = sent(contract);
    take(`Del contrato comunicado el ${on(contract)}: el nombre.`, {
      [`${WORKER}.Nombre`]: name,
      [`${WORKER}.Apellido1`]: surname,
      [`${WORKER}.Apellido2`]: lastSurname,
    });
  }
  if (listed) {
    take('De la plantilla de la empresa: el alta, el contrato, el grupo y la ocupación, los que tiene.', {
      [`${WORKER}.NumSS`]: listed.nss,
      [`${WORKER}.FechaAltaEmpresa`]: listed.fecha_alta,
      [`${WORKER}.TipoContrato`]: listed.tipo_contrato,
      [`${WORKER}.GrupoCotizacion`]: listed.grupo_cotizacion,
      [`${WORKER}.CodProfesion`]: listed.cno,
    });
  }
  if (registration) {
    const changed = new Set(changes.flatMap((address) => CHANGED[address] ?? []));
    const { fecha_real, ...values } = sent(registration);
    const still = (name: string) => (changed.has(name) ? undefined : values[name]);
    take(
      `Del alta aceptada el ${on(registration)}: su día, el contrato, el grupo y la ocupación, los que tiene.`,
      {
        [`${WORKER}.FechaAltaEmpresa`]: fecha_real,
        [`${WORKER}.TipoContrato`]: still('tipo_contrato'),
        [`${WORKER}.GrupoCotizacion`]: still('grupo_cotizacion'),
        [`${WORKER}.CodProfesion`]: still('cno'),
      },
    );
  }
  if (earlier) {
    const before = (sent(earlier)[REPRESENTATIVE] ?? {}) as Record<string, unknown>;
    take(
      `Del certificado de empresa aceptado el ${on(earlier)}: el representante.`,
      Object.fromEntries(Object.entries(before).map(([name, value]) => [`${REPRESENTATIVE}.${name}`, value])),
    );
  } else if (representative)
    // Its surnames are in one text, which is not split on a guess.
    take('De los datos de la empresa: el representante, sin sus apellidos.', {
      [`${REPRESENTATIVE}.CIF_NIF`]: representative.doc,
      [`${REPRESENTATIVE}.Nombre`]: representative.name,
      [`${REPRESENTATIVE}.Cargo`]: representative.job_position,
    });
  return { filled, origins };
};
