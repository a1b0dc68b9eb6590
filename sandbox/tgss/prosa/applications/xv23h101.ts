import { slashed } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import { escapeHtml } from '../../../html.ts';
import { normalizeDocument } from '../../../identifiers.ts';
import type { ProsaContext } from '../context.ts';
import { birthReport } from '../documents.ts';
import { hidden, input, radio, select } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { date, digits, optionalDate, optionalDigits, required } from '../reading.ts';
import type { BirthRecord } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const TITLE = 'Certificado de empresa: nacimiento y cuidado de menor';
const form = 'FORMULARIO_2';

const APPLICANTS: [string, string][] = [
  ['', ''],
  ['M', 'Madre biológica'],
  ['P', 'Otro progenitor'],
  ['A', 'Primer adoptante'],
  ['B', 'Segundo adoptante'],
];
/** Only their texts are known; the values are ours. */
const REASONS: Record<string, string[]> = {
  motivoMadreBiologica: [
    'Nacimiento de hijo',
    'Cesión / Opción en favor del otro progenitor',
    'Parto múltiple',
    'Inicio del descanso antes del parto',
  ],
  motivoOtroProgenitor: [
    'Nacimiento de hijo',
    'Fallecimiento de la madre',
    'Cesión / Opción en favor del otro progenitor',
    'Parto múltiple',
  ],
  motivoAdoptantes: ['Adopción / Tutela / Acogimiento'],
};
const REASON_OF: Record<string, string> = {
  M: 'motivoMadreBiologica',
  P: 'motivoOtroProgenitor',
  A: 'motivoAdoptantes',
  B: 'motivoAdoptantes',
};
const REST = ['regimen', 'ccc', 'naf', 'tipoIpf', 'codIpf', 'tipoSolicitante', 'fechaInicio'];

/** Worker and rest. Its tab leads to the query. */
const restPage = (context: ProsaContext): Page => ({
  title: TITLE,
  form,
  refusable: true,
  body: (posted) => [
    `<a id="Consulta" href="${escapeHtml(context.addressOf('CONSULTA', ['pestana', '2']))}">Consulta</a>`,
    ...input({ name: 'regimen', size: 4 }, 'Régimen', posted),
    ...input({ name: 'ccc', size: 11 }, 'Cuenta de cotización', posted),
    ...input({ name: 'naf', size: 12 }, 'Número de afiliación', posted),
    ...select(
      {
        name: 'tipoIpf',
        options: [
          ['', ''],
          ['1', 'D.N.I.'],
          ['6', 'N.I.E.'],
        ],
      },
      'Tipo de documento',
      posted,
    ),
    ...input({ name: 'codIpf', size: 10 }, 'Documento', posted),
    ...select({ name: 'tipoSolicitante', options: APPLICANTS }, 'Solicitante', posted),
    ...Object.entries(REASONS).flatMap(([name, texts]) =>
      select(
        {
          name,
          options: [['', ''], ...texts.map((text, index): [string, string] => [`0${index + 1}`, text])],
        },
        'Motivo',
        posted,
      ),
    ),
    ...input({ name: 'fechaInicio', size: 10 }, 'Fecha de inicio', posted),
  ],
  buttons: [
    {
      id: 'ENVIO_5',
      action: 'VALIDAR',
      text: 'Validar',
      press: (posted, own) => {
        readRest(posted, own);
        return periodsPage(posted);
      },
    },
    { id: 'PESTANA_CONSULTA', action: 'CONSULTA', text: 'Consulta', press: () => queryPage },
  ],
});

const periodsPage = (rest: Form): Page => ({
  title: TITLE,
  form,
  body: (posted) => [
    ...[...REST, ...Object.keys(REASONS)].map((name) => hidden(name, rest.get(name))),
    ...input({ name: 'fechaFinPeriodo1', size: 10 }, 'Fin del periodo 1', posted),
    ...input({ name: 'fechaFinPeriodo2', size: 10 }, 'Fin del periodo 2', posted),
  ],
  buttons: [
    {
      id: 'ENVIO_11',
      action: 'CONFIRMAR',
      text: 'Confirmar',
      press: (posted, context) => {
        context.countSubmission('nacimiento');
        const rest = readRest(posted, context);
        const to = date(posted, 'fechaFinPeriodo1');
        if (to < rest.from) throw new ProsaRefusal(TEXTS.wrongDate);
        const filed = { ...rest, to, communicated: context.time };
        context.file('nacimiento', () => void context.state.tgss.births.push(filed));
        return endPage(filed);
      },
    },
  ],
});

const endPage = (filed: BirthRecord): Page => {
  const page: Page = {
    title: TITLE,
    form,
    body: () => ['<div id="ARQcapaPrincipalPest"><h2>Resumen del certificado</h2></div>'],
    buttons: [
      {
        id: 'ENVIO_13',
        action: 'IMPRIMIR',
        text: 'Imprimir',
        press: (_, context) => ({
          ...page,
          documentLinks: context.resolutionLinks(true, 'Certificado', () => birthReport(context, filed)),
        }),
      },
    ],
  };
  return page;
};

const accountOf = (posted: Form, context: ProsaContext): string => {
  const [regimen, ccc] = [digits(posted, 'regimen', 4), digits(posted, 'ccc', 11)];
  const account = context.state.accounts.find((each) => each.ccc === ccc);
  if (!account || !context.mayActOn(ccc)) throw new ProsaRefusal(TEXTS.unauthorisedAccount);
  if (account.regimen !== regimen) throw new ProsaRefusal(TEXTS.wrongScheme);
  return ccc;
};

function readRest(posted: Form, context: ProsaContext): Omit<BirthRecord, 'to' | 'communicated'> {
  const ccc = accountOf(posted, context);
  const nss = digits(posted, 'naf', 12);
  const worker = context.state.persons.find((person) => person.nss === nss);
  if (!worker) throw new ProsaRefusal(TEXTS.unknownWorker);
  const isWorkers =
    required(posted, 'tipoIpf') === String(worker.identificacion) &&
    normalizeDocument(required(posted, 'codIpf')) === normalizeDocument(worker.dni);
  if (!isWorkers) throw new ProsaRefusal(TEXTS.wrongDocument);
  const applicant = required(posted, 'tipoSolicitante');
  const field = REASON_OF[applicant];
  const reason = field && REASONS[field]?.[Number(required(posted, field)) - 1];
  if (!reason) throw new ProsaRefusal(TEXTS.wrong('tipoSolicitante'));
  const from = date(posted, 'fechaInicio');
  if (from > context.today) throw new ProsaRefusal(TEXTS.wrongDate);
  if (context.state.tgss.births.some((each) => each.ccc === ccc && each.nss === nss && each.from === from))
    throw new ProsaRefusal(TEXTS.birthKnown);
  return { ccc, nss, applicant, reason, from };
}

/** The query of certificates, by account and days. */
const queryPage: Page = {
  title: 'Consulta de certificados',
  form,
  refusable: true,
  body: (posted) => [
    ...input({ name: 'regimen', size: 4 }, 'Régimen', posted),
    ...input({ name: 'ccc', size: 11 }, 'Cuenta de cotización', posted),
    ...input({ name: 'naf', size: 12 }, 'Número de afiliación', posted),
    ...input({ name: 'fechaDesde', size: 10 }, 'Fecha desde', posted),
    ...input({ name: 'fechaHasta', size: 10 }, 'Fecha hasta', posted),
    ...input({ name: 'fechaInicio', size: 10 }, 'Fecha de inicio', posted),
  ],
  buttons: [
    {
      id: 'ENVIO_4',
      action: 'BUSCAR',
      text: 'Buscar',
      press: (posted, context) => {
        const births = search(posted, context);
        if (births.length === 0) throw new ProsaRefusal(TEXTS.noBirths);
        return listPage(births);
      },
    },
  ],
};

function search(posted: Form, context: ProsaContext): BirthRecord[] {
  const ccc = accountOf(posted, context);
  const naf = optionalDigits(posted, 'naf', 12);
  const start = optionalDate(posted, 'fechaInicio');
  const [from, to] = [date(posted, 'fechaDesde'), date(posted, 'fechaHasta')];
  if (to < from) throw new ProsaRefusal(TEXTS.wrongDate);
  return context.state.tgss.births.filter(
    (each) =>
      each.ccc === ccc &&
      (naf === '' || each.nss === naf) &&
      (start === undefined || each.from === start) &&
      each.communicated.slice(0, 10) >= from &&
      each.communicated.slice(0, 10) <= to,
  );
}

const shown = (applicant: string): string => APPLICANTS.find(([value]) => value === applicant)?.[1] ?? '';

const listPage = (births: BirthRecord[]): Page => ({
  title: 'Consulta de certificados',
  form,
  body: () => [
    '<table id="TABLA_9">',
    ...births.map((each, index) => {
      const cells = [
        each.nss,
        slashed(each.from),
        slashed(each.to),
        shown(each.applicant),
        slashed(each.communicated.slice(0, 10)),
        '',
      ];
      const choice = radio({ name: 'isn', value: String(index), id: `isn${index}` }, '').join('');
      return `<tr><td>${choice}</td>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
    }),
    '</table>',
  ],
  buttons: [
    {
      id: 'ENVIO_10',
      action: 'DETALLE',
      text: 'Detalle',
      press: (posted, context) => {
        const chosen = births[Number(required(posted, 'isn'))];
        if (!chosen) throw new ProsaRefusal(TEXTS.wrong('isn'));
        return detailPage(chosen, context);
      },
    },
  ],
});

const detailPage = ({ nss, ccc, from, to, communicated }: BirthRecord, context: ProsaContext): Page => {
  const worker = context.person(nss);
  const lines = (id: string, values: Record<string, string>) => [
    `<div id="${id}">`,
    ...Object.entries(values).map(([name, value]) => `<div>${name}: ${escapeHtml(value)}</div>`),
    '</div>',
  ];
  return {
    title: 'Detalle del certificado',
    form,
    body: () => [
      ...lines('SECCION_14', { CCC: ccc }),
      ...lines('SECCION_15', { 'Fecha de recepción': slashed(communicated.slice(0, 10)) }),
      `<table id="TABLA_16"><tr><td>1</td><td>${slashed(from)}</td><td>${slashed(to)}</td><td></td></tr></table>`,
      // So the portal writes it.
      ...lines('SECCION_17', { Trabajor: worker.name, NIF: worker.dni, NAF: nss }),
    ],
    buttons: [],
  };
};

/** The firm's certificates for birth and care of a minor. */
export const xv23h101: Application = { code: 'XV23H101', start: restPage };
