import { slashedDate } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { collapse, textOf } from '../../html/page.ts';
import { digitsOf, isoDate } from '../values.ts';
import { askAsOwner, isOthers } from './authorised-users.ts';
import { BIRTHS } from './birth-certificate.ts';
import { type Press, pressProsa, tabOf } from './dialog.ts';
import { choicesOn, type ProsaPage, rowText } from './page.ts';

/** Which certificates are wanted. Days `YYYY-MM-DD`. */
export interface BirthCertificatesInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits; without it, all workers of the account. */
  nss?: string | undefined;
  /** First day of the rest. */
  fecha_inicio?: string | undefined;
  from: string;
  to: string;
  /** Whether to read the data of the only certificate, too. */
  withData?: boolean | undefined;
}

/** A certificate as the list has it. Days `YYYY-MM-DD`, `''` where there is none. */
export interface ListedBirthCertificate {
  nss: string;
  fecha_inicio: string;
  fecha_fin: string;
  /** As the portal writes it. */
  solicitante: string;
  fecha_recepcion: string;
  estado: string;
  /** Labels and values of its page, as the portal writes them; only if they were wanted. */
  data?: Record<string, string>;
}

/** The firm's certificates for birth and care of a minor that the Seguridad Social has. */
export const birthCertificates: Exchange<'reading', BirthCertificatesInput, ListedBirthCertificate[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV23H101 certificates of birth',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application: tab, fields, ENVIO_4, radios isn, ENVIO_10, labels. Assumed: columns of the list as in ' +
      'XV23H100. Settled by list and detail.',
    ifWrong: 'Nothing: it opens the tab of the query, and only searches and reads there.',
  },
  script,
};

const NONE = /NO HAY DATOS PARA ESTOS CRITERIOS DE CONSULTA/i;

function* script(input: BirthCertificatesInput): Script<ListedBirthCertificate[]> {
  let list: ProsaPage;
  try {
    list = yield* askAsOwner(BIRTHS, () => searchPress(input), isOthers, tabOf('Consulta'));
  } catch (error) {
    if (error instanceof Refusal && error.messages.every((text) => NONE.test(text))) return [];
    throw error;
  }
  if (NONE.test(list.wholeText())) return [];
  const certificates = certificatesOn(list);
  const [only, ...others] = certificates;
  if (!only) throw new Unreadable('a list of certificates of birth without rows');
  if (!input.withData) return certificates.map(({ certificate }) => certificate);
  if (others.length > 0)
    throw new NothingFound(
      'Hay varios certificados: indique la fecha de inicio del descanso.',
      'fecha_inicio',
    );
  const detail = yield* pressProsa(list, {
    button: 'ENVIO_10',
    action: 'Detalle',
    asHtml: true,
    changes: { isn: only.value },
  });
  return [{ ...only.certificate, data: dataOn(detail, only.certificate) }];
}

const searchPress = ({
  regimen,
  ccc,
  nss = '',
  fecha_inicio = '',
  from,
  to,
}: BirthCertificatesInput): Press => ({
  button: 'ENVIO_4',
  action: 'Buscar',
  asHtml: true,
  changes: {
    regimen,
    ccc,
    naf: nss,
    fechaDesde: slashedDate(from),
    fechaHasta: slashedDate(to),
    fechaInicio: fecha_inicio && slashedDate(fecha_inicio),
  },
});

/** Columns: 0 radio button, 1 affiliation number, 2 start, 3 end, 4 applicant, 5 reception, 6 state. */
const certificatesOn = (list: ProsaPage): { value: string; certificate: ListedBirthCertificate }[] => {
  const { $ } = list;
  return choicesOn(list, 'isn').map(({ value }) => {
    const cells = $(`[id="TABLA_9"] input[name="isn"][value="${value.replaceAll('"', '')}"]`)
      .closest('tr')
      .children('td')
      .toArray()
      .map((cell) => collapse($(cell).text()));
    const [, naf = '', start = '', end = '', solicitante = '', reception = '', estado = ''] = cells;
    const nss = digitsOf(naf);
    const fecha_inicio = isoDate(start);
    if (nss.length !== 12 || fecha_inicio === '') throw new Unreadable('a row without worker or start');
    return {
      value,
      certificate: {
        nss,
        fecha_inicio,
        fecha_fin: isoDate(end),
        solicitante,
        fecha_recepcion: isoDate(reception),
        estado,
      },
    };
  });
};

const SECTIONS = '[id="SECCION_14"], [id="SECCION_15"], [id="SECCION_17"], [id="SECCION_18"]';

/** Labels end in a colon, and the value follows. @throws Unreadable if the page is of another worker */
const dataOn = (page: ProsaPage, { nss }: ListedBirthCertificate): Record<string, string> => {
  const { $ } = page;
  const lines = $(SECTIONS)
    .find('div, p, li')
    .toArray()
    .filter((node) => $(node).children('div, p, li').length === 0)
    .map((node) => textOf($(node)))
    .flatMap((text): [string, string][] => {
      const [, label = '', value = ''] = /^([^:]{1,60}):\s*(.*)$/.exec(text) ?? [];
      return label === '' ? [] : [[label, value]];
    });
  const data = Object.fromEntries(lines);
  if (digitsOf(data.NAF ?? '') !== nss) throw new Unreadable('the detail of another certificate');
  const periods = $('[id="TABLA_16"] td')
    .closest('tr')
    .toArray()
    .map((row) => rowText($, $(row).children('td').first().get(0)));
  return { ...data, ...(periods.length > 0 && { Periodos: periods.join('; ') }) };
};
