import { slashed } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import { escapeHtml } from '../../../html.ts';
import { listName } from '../../../state.ts';
import type { ProsaContext } from '../context.ts';
import { sickLeaveReport } from '../documents.ts';
import { dataElement, dataElements, hidden, input, select } from '../elements.ts';
import type { Application, Button, Page } from '../page.ts';
import { date, digits, optionalDate, required } from '../reading.ts';
import type { SickLeave } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const TITLE = 'Incapacidad temporal Online';
const form = 'FORMULARIO_4';
/** Notices on a page of the query. The portal's own number is not known. */
const ROWS = 3;

const CONTINGENCIES: [string, string][] = [
  ['1', 'Enfermedad común'],
  ['2', 'Accidente no laboral'],
  ['3', 'Accidente de trabajo'],
  ['4', 'Enfermedad profesional'],
  ['5', 'Periodo de observación por enfermedad profesional'],
];
const CLASSES: [string, string][] = [
  ['1', 'Fijo discontinuo o tiempo parcial'],
  ['2', 'Resto de contratos y trabajadores por cuenta propia'],
];
const WORK_RELATED = ['3', '4', '5'];

const LEAVE_NAMES = ['regimen', 'ccc', 'naf', 'fechaBaja', 'contingencias'];
const DATA_NAMES = [
  ...['puestoTrabajo', 'funcDesempe', 'ocupacion', 'tipoContrato'],
  ...['BaseCot', 'DiasCot', 'sumaBaseCot', 'sumaDiasCot', 'fechaATEP'],
];

/** The page that names the leave. Its tab leads to the query. */
const leavePage = (context: ProsaContext): Page => ({
  title: TITLE,
  form,
  refusable: true,
  body: (posted) => [
    `<a id="PEST_3" href="${escapeHtml(context.addressOf('CONSULTA', ['pestana', '3']))}">Consulta</a>`,
    ...input({ name: 'regimen', size: 4 }, 'Régimen', posted),
    ...input({ name: 'ccc', size: 11 }, 'Cuenta de cotización', posted),
    ...input({ name: 'naf', size: 12 }, 'Número de afiliación', posted),
    ...input({ name: 'fechaBaja', size: 10 }, 'Fecha de baja', posted),
    ...select({ name: 'contingencias', options: CONTINGENCIES }, 'Contingencia', posted),
  ],
  buttons: [
    {
      id: 'ENVIO_7',
      action: 'ACEPTAR_PARTE',
      text: 'Aceptar',
      press: (posted, own) => {
        readLeave(posted, own);
        return dataPage(posted);
      },
    },
    { id: 'PESTANA_CONSULTA', action: 'CONSULTA', text: 'Consulta', press: () => queryPage },
  ],
});

const keep = (names: string[], posted: Form): string[] => names.map((name) => hidden(name, posted.get(name)));

/** The firm's data. The day of an accident is asked for where the leave is work-related. */
const dataPage = (leave: Form): Page => ({
  title: 'Grabación de partes',
  form,
  body: (posted) => [
    ...keep(LEAVE_NAMES, leave),
    ...input({ name: 'puestoTrabajo', size: 100 }, 'Puesto de trabajo', posted),
    '<label for="funcDesempe">Funciones que desempeña</label>',
    `<textarea id="funcDesempe" name="funcDesempe">${escapeHtml(posted.get('funcDesempe')) || ' '}</textarea>`,
    ...input({ name: 'ocupacion', size: 4 }, 'Ocupación', posted),
    ...select({ name: 'tipoContrato', options: CLASSES }, 'Tipo de contrato', posted),
    ...input({ name: 'BaseCot', size: 12 }, 'Base de cotización', posted),
    ...input({ name: 'DiasCot', size: 2 }, 'Días cotizados', posted),
    ...input({ name: 'sumaBaseCot', size: 12 }, 'Suma de bases de cotización', posted),
    ...input({ name: 'sumaDiasCot', size: 2 }, 'Suma de días cotizados', posted),
    ...(WORK_RELATED.includes(leave.get('contingencias'))
      ? input({ name: 'fechaATEP', size: 10 }, 'Fecha de AT/EP', posted)
      : []),
  ],
  buttons: [
    {
      id: 'ENVIO_14',
      action: 'VALIDAR_DATOS',
      text: 'Validar',
      press: (posted, context) => {
        readData(posted, context);
        return summaryPage(posted);
      },
    },
  ],
});

const summaryPage = (posted: Form): Page => ({
  title: 'Grabación de partes',
  form,
  body: () => ['<p>Revise los datos y confirme.</p>', ...keep([...LEAVE_NAMES, ...DATA_NAMES], posted)],
  buttons: [
    {
      id: 'ENVIO_12',
      action: 'CONFIRMAR_DATOS_ECONOMICOS',
      text: 'Confirmar',
      press: (confirmed, context) => {
        context.countSubmission('datos-it');
        const filed = { ...readData(confirmed, context), communicated: context.time };
        context.file('datos-it', () => void context.state.tgss.sickLeaves.push(filed));
        return endPage(filed);
      },
    },
  ],
});

const endPage = (filed: SickLeave): Page => {
  const page: Page = {
    title: 'Grabación de partes',
    form,
    message: { type: 'INFO', text: TEXTS.sickLeaveDone },
    body: () => [],
    buttons: [
      {
        id: 'ENVIO_8',
        action: 'INFORME_DATOS_ECONOMICOS',
        text: 'Informe',
        press: (_, context) => ({
          ...page,
          documentLinks: context.resolutionLinks(true, 'Informe de datos económicos', () =>
            sickLeaveReport(context, filed),
          ),
        }),
      },
    ],
  };
  return page;
};

/** The leave of the first page: one that the FIE has, without data yet. */
function readLeave(
  posted: Form,
  context: ProsaContext,
): Pick<SickLeave, 'ccc' | 'nss' | 'from' | 'contingency'> {
  const [regimen, ccc] = [digits(posted, 'regimen', 4), digits(posted, 'ccc', 11)];
  const account = context.state.accounts.find((each) => each.ccc === ccc);
  if (!account || !context.mayActOn(ccc)) throw new ProsaRefusal(TEXTS.unauthorisedAccount);
  if (account.regimen !== regimen) throw new ProsaRefusal(TEXTS.wrongScheme);
  const nss = digits(posted, 'naf', 12);
  if (!context.state.persons.some((person) => person.nss === nss))
    throw new ProsaRefusal(TEXTS.unknownWorker);
  const from = date(posted, 'fechaBaja');
  const contingency = required(posted, 'contingencias');
  if (!CONTINGENCIES.some(([value]) => value === contingency))
    throw new ProsaRefusal(TEXTS.wrong('contingencias'));
  const isKnown = context.state.tgss.fie.some(
    (record) =>
      record.ccc === ccc && record.nss === nss && record.it?.['Fecha Baja IT'] === from.replaceAll('-', ''),
  );
  if (!isKnown) throw new ProsaRefusal(TEXTS.noSickLeave);
  if (
    context.state.tgss.sickLeaves.some((each) => each.ccc === ccc && each.nss === nss && each.from === from)
  )
    throw new ProsaRefusal(TEXTS.sickLeaveKnown);
  return { ccc, nss, from, contingency };
}

function readData(posted: Form, context: ProsaContext): Omit<SickLeave, 'communicated'> {
  const leave = readLeave(posted, context);
  const post = required(posted, 'puestoTrabajo');
  if (post.length < 4 || !/\p{L}/u.test(post)) throw new ProsaRefusal(TEXTS.postMissing);
  const tasks = required(posted, 'funcDesempe');
  if (tasks.length < 15) throw new ProsaRefusal(TEXTS.tasksMissing);
  const contractClass = required(posted, 'tipoContrato');
  const [amountName, daysName] =
    contractClass === '1' ? ['sumaBaseCot', 'sumaDiasCot'] : ['BaseCot', 'DiasCot'];
  const amount = required(posted, amountName!);
  if (!/^\d+,\d{2}$/.test(amount)) throw new ProsaRefusal(TEXTS.wrong(amountName!));
  const days = String(Number(digits(posted, daysName!, 2)));
  const accident = optionalDate(posted, 'fechaATEP') ?? '';
  if (accident > leave.from) throw new ProsaRefusal(TEXTS.wrongDate);
  return {
    ...leave,
    post,
    tasks,
    occupation: posted.get('ocupacion'),
    contractClass,
    amount,
    days,
    accident,
  };
}

/** The query of notices, by account and days. */
const queryPage: Page = {
  title: 'Consulta de partes',
  form,
  refusable: true,
  body: (posted) => [
    ...input({ name: 'regimenConsulta', size: 4 }, 'Régimen', posted),
    ...input({ name: 'cccConsulta', size: 11 }, 'Cuenta de cotización', posted),
    ...input({ name: 'nafConsulta', size: 12 }, 'Número de afiliación', posted),
    ...input({ name: 'fechaBajaMedConsulta', size: 10 }, 'Fecha de baja médica', posted),
    ...input({ name: 'fechaDesdeConsulta', size: 10 }, 'Fecha desde', posted),
    ...input({ name: 'fechaHastaConsulta', size: 10 }, 'Fecha hasta', posted),
  ],
  buttons: [
    {
      id: 'ENVIO_9',
      action: 'CONTINUAR_CONSULTA',
      text: 'Continuar',
      press: (posted, context) => {
        const found = search(posted, context);
        if (found.length === 0) throw new ProsaRefusal(TEXTS.noSickLeaves);
        return listPage(found, 0);
      },
    },
  ],
};

function search(posted: Form, context: ProsaContext): SickLeave[] {
  const [regimen, ccc] = [digits(posted, 'regimenConsulta', 4), digits(posted, 'cccConsulta', 11)];
  const account = context.state.accounts.find((each) => each.ccc === ccc);
  if (!account || !context.mayActOn(ccc)) throw new ProsaRefusal(TEXTS.unauthorisedAccount);
  if (account.regimen !== regimen) throw new ProsaRefusal(TEXTS.wrongScheme);
  const naf = posted.get('nafConsulta');
  const leave = optionalDate(posted, 'fechaBajaMedConsulta');
  const [from, to] = [date(posted, 'fechaDesdeConsulta'), date(posted, 'fechaHastaConsulta')];
  if (to < from || to > context.today) throw new ProsaRefusal(TEXTS.wrongDate);
  return context.state.tgss.sickLeaves.filter(
    (each) =>
      each.ccc === ccc &&
      (naf === '' || each.nss === naf) &&
      (leave === undefined || each.from === leave) &&
      each.from >= from &&
      each.from <= to,
  );
}

const listPage = (found: SickLeave[], start: number): Page => {
  const rows = found.slice(start, start + ROWS);
  const hasMore = start + ROWS < found.length;
  return {
    title: 'Consulta de partes',
    form,
    body: () => [],
    data: [
      ...rows.map((each) =>
        dataElement(
          'DatosParte',
          dataElements({
            naf: each.nss,
            cccEmpresa: each.ccc,
            fechaBaja: slashed(each.from),
            fechaRecepcion: slashed(each.communicated.slice(0, 10)),
            fechaAlta: '',
            tipoParteDesc: 'BAJA',
            fechaParteConf: '',
            numParteConf: '',
            bajaLogicaDesc: 'N',
          }),
        ),
      ),
      dataElement('ARQ.EstPag', dataElements({ INDBOT: hasMore ? '01' : '00' })),
    ],
    buttons: [
      ...(hasMore ? [nextButton(found, start)] : []),
      {
        id: 'ENVIO_10',
        action: 'DETALLES_PARTE_CONSULTA',
        text: 'Detalle',
        press: (posted, context) => {
          const chosen = rows[Number(required(posted, 'position'))];
          if (!chosen) throw new ProsaRefusal(TEXTS.wrong('position'));
          return detailPage(chosen, context);
        },
      },
    ],
  };
};

const nextButton = (found: SickLeave[], start: number): Button => ({
  id: 'ENLACE_PAGINACION_11',
  action: 'PAG_SIG_CONSULTA',
  text: 'Siguiente',
  press: () => listPage(found, start + ROWS),
});

const detailPage = (each: SickLeave, context: ProsaContext): Page => {
  const worker = context.person(each.nss);
  const isSum = each.contractClass === '1';
  return {
    title: 'Detalle del parte',
    form,
    body: () => [],
    data: dataElements({
      DatosTrabajador: {
        ipf: `${worker.identificacion}${worker.dni.padStart(10, '0')}`,
        naf: each.nss,
        nombre: listName(worker),
        direccion: '',
        cccEmpresa: each.ccc,
      },
      contingencia: CONTINGENCIES.find(([value]) => value === each.contingency)![1].toUpperCase(),
      fechaBaja: slashed(each.from),
      fechaRecepcion: slashed(each.communicated.slice(0, 10)),
      tipoContrato: each.contractClass,
      baseCotizacion: isSum ? '' : each.amount,
      sumaBaseCotizacion: isSum ? each.amount : '',
      diasCotizados: each.days,
    }),
    buttons: [],
  };
};

/** The firm's data of sick leaves, and the query of notices. */
export const iwxp0002: Application = { code: 'IWXP0002', start: leavePage };
