import type { Form } from '../../../form.ts';
import type { ContributionAccount, WorkerInAccount } from '../../../state.ts';
import { changeTerms, openRegistration } from '../../affiliation.ts';
import { GRUPOS } from '../../codes.ts';
import { ta } from '../../documents.ts';
import type { Change, Terms } from '../../registration.ts';
import { documentKinds, hidden, input, printType } from '../elements.ts';
import { type Application, continueButton, type Page } from '../page.ts';
import { checkDocument, date, digits, readAccount, readWorker, wantsDocument } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { blocksOf } from './blocks.ts';

/** One attribute of a registration, and the application that changes it. */
interface Attribute {
  code: string;
  title: string;
  kind: Change['kind'];
  /** Name in the counters. */
  name: string;
  value: { field: string; text: string; size: number };
  date: string;
  read(form: Form, field: string, account: ContributionAccount): Partial<Terms>;
}

/** The first page asks for the worker. The second page shows the current data, and its button files at once. */
const application = (attribute: Attribute): Application => {
  const first: Page = {
    title: attribute.title,
    form: 'FORMULARIO_6',
    refusable: true,
    body: (posted) => [
      ...documentKinds(posted),
      ...input({ name: 'NA5NumSegSocialCompleto', size: 12 }, 'Número de afiliación', posted),
      ...input({ name: 'IP9NumDoc', size: 15 }, 'Número de documento', posted),
      ...input({ name: 'CC1EmpresaAut', size: 15 }, 'Régimen y cuenta de cotización', posted),
      hidden('PR_CAMPO_ORIGEN', 'FORM'),
    ],
    buttons: [
      continueButton('ENVIO_10', (form, context) => {
        const account = readAccount(form, context);
        const worker = readWorker(form, context);
        checkDocument(form, worker);
        return dataPage(
          attribute,
          { worker, account },
          blocksOf(context, openRegistration(context, worker, account)),
        );
      }),
    ],
  };
  return { code: attribute.code, start: () => first };
};

function dataPage(attribute: Attribute, { worker, account }: WorkerInAccount, data: string[]): Page {
  const { kind, value, name, read } = attribute;
  const page: Page = {
    title: attribute.title,
    form: 'FORMULARIO_1',
    data,
    body: (posted) => [
      ...input({ name: value.field, size: value.size }, value.text, posted),
      ...input({ name: attribute.date, size: 10 }, 'Fecha de la situación', posted),
      ...printType(posted),
    ],
    buttons: [
      continueButton('ENVIO_7', (form, context) => {
        context.countSubmission(name);
        const terms = read(form, value.field, account);
        const from = date(form, attribute.date);
        const registration = context.file(name, () =>
          changeTerms(context, { worker, account }, { kind, date: from, terms }),
        );
        const filed = registration.changes.at(-1)!;
        return {
          ...dataPage(attribute, { worker, account }, blocksOf(context, registration)),
          message: { type: 'INFO', text: TEXTS.done },
          documentLinks: context.resolutionLinks(
            wantsDocument(form),
            'Resolución de variación de datos',
            () => ta(context, registration, { kind: 'VARIACION', change: filed }),
          ),
        };
      }),
    ],
  };
  return page;
}

function readGroup(form: Form, field: string): Partial<Terms> {
  const grupo = digits(form, field, 2);
  if (!(grupo in GRUPOS)) throw new ProsaRefusal(TEXTS.wrong(field));
  return { grupo };
}

/** An empty value removes the occupation. */
function readOccupation(form: Form, field: string): Partial<Terms> {
  const ocupacion = form.get(field).toUpperCase();
  if (!/^[A-Z]?$/.test(ocupacion)) throw new ProsaRefusal(TEXTS.wrong(field));
  return { ocupacion };
}

function readCategory(form: Form, field: string, account: ContributionAccount): Partial<Terms> {
  if (account.regimen !== '0112') throw new ProsaRefusal(TEXTS.noCategory);
  return { categoria: digits(form, field, 7) };
}

/** Changes of contribution group, occupation and professional category. */
export const attributeChanges: Application[] = [
  application({
    code: 'XV24M00B',
    title: 'Variación de grupo de cotización',
    kind: 'GRUPO',
    name: 'grupo',
    value: { field: 'codNuevoGrupo', text: 'Nuevo grupo de cotización', size: 2 },
    date: 'fechaSituacion',
    read: readGroup,
  }),
  application({
    code: 'XV24M00G',
    title: 'Variación de ocupación',
    kind: 'OCUPACION',
    name: 'ocupacion',
    value: { field: 'NueOcu', text: 'Nueva ocupación', size: 1 },
    date: 'fecSit',
    read: readOccupation,
  }),
  application({
    code: 'XV24M00I',
    title: 'Variación de categoría profesional',
    kind: 'CATEGORIA',
    name: 'categoria',
    value: { field: 'NueCat', text: 'Nueva categoría profesional', size: 7 },
    date: 'fecSit',
    read: readCategory,
  }),
];
