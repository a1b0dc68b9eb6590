import { slashed, spaced } from '../../calendar.ts';
import { escapeHtml } from '../../html.ts';
import { listName } from '../../state.ts';
import { GRUPOS, situacionText } from '../codes.ts';
import type { Context } from '../context.ts';
import { button, checkbox, input, titled } from '../elements.ts';
import type { Page } from '../page.ts';
import { optionalMonth, pressed, ticked } from '../reading.ts';
import { latestTerms, type Registration } from '../registration.ts';
import { extraPage, situationLines } from './atr61-extra.ts';

const CONTINUE = 'Sub2207601004';
const BACK = 'Sub2205801004';

/** Further data that can be requested. */
const BOXES = {
  SDFNIVEMPL: 'Nivel de empleo',
  SDFDIBA: 'Días de baja',
  SDFJORNREAL: 'Jornadas reales',
  SDFDATOSCONTAFI: 'Datos del contrato',
  SDFPECLIQAFI: 'Peculiaridades de cotización',
  SDFCONSSUSTITUTO: 'Sustituto',
  SDFCES: 'Cesiones',
  SDFPECASIMALTA: 'Situaciones asimiladas a la de alta',
  SDFERE: 'Expedientes de regulación',
  SDFCONVCOL: 'Convenio colectivo',
  SDFSITINCA: 'Situaciones de incapacidad',
  SDFSITIT: 'Situaciones de I.T.',
};

/**
 * Whether the list and the data of registrations have their newest form. Public programs read both forms; it is not known which
 * one the portal shows today.
 */
export const showsNewest = ({ scenario }: Context): boolean => scenario === 'newest-pages';

/** The data of one registration. `list` is the list of the worker's registrations, if there are several. */
export function dataPage(registration: Registration, context: Context, list?: Page): Page {
  const lines = (showsNewest(context) ? newestLines : dataLines)(registration, context);
  const page: Page = {
    formname: 'ATRM6103',
    body: (posted) => [
      ...lines,
      ...Object.entries(BOXES).flatMap(([id, text]) => checkbox(id, text, posted)),
      ...input({ id: 'SDFMESPEC', size: 2 }, 'Periodo: mes', posted),
      ...input({ id: 'SDFAOPEC', size: 4 }, 'Periodo: año', posted),
      button(CONTINUE, 'Continuar'),
      ...(list ? [button(BACK, 'Pág. Ant.')] : []),
    ],
    answer(form, context) {
      if (pressed(form, CONTINUE)) {
        const tickedBoxes = new Set(Object.keys(BOXES).filter((id) => ticked(form, id)));
        const month = optionalMonth(form, 'SDFMESPEC', 'SDFAOPEC');
        return extraPage(registration, context, { tickedBoxes, month, back: list ?? page });
      }
      return list && pressed(form, BACK) ? list : page;
    },
  };
  return page;
}

function dataLines(registration: Registration, context: Context): string[] {
  const worker = context.person(registration.nss);
  const account = context.account(registration.ccc);
  const company = context.company(registration.ccc);
  const terms = latestTerms(registration);
  const [birthYear, birthMonth, birthDay] = worker.birthDate.split('-');
  return [
    ...titled('SDFAPELNOM', 'Apellidos y nombre', listName(worker)),
    ...titled('SDFTESNAF', 'Número de afiliación', worker.nss.slice(0, 2)),
    ...titled('SDFNAF', 'Número', worker.nss.slice(2)),
    ...titled('SDFTIPIPF', 'Tipo de documento', String(worker.identificacion)),
    ...titled('SDFNUMIPF', 'Número de documento', worker.dni.padStart(10, '0')),
    ...titled('SDFDIANAC', 'Nacimiento: día', birthDay!),
    ...titled('SDFMESNAC', 'Nacimiento: mes', birthMonth!),
    ...titled('SDFAONAC', 'Nacimiento: año', birthYear!),
    ...titled('SDFSEXO', 'Sexo', worker.sex === 'M' ? 'VARON' : 'MUJER'),
    ...titled('SDFMOVIL', 'Teléfono móvil', worker.phone),
    ...titled('SDFREGIM', 'Régimen', account.regimen),
    ...titled('SDFTESORCCC', 'Cuenta', registration.ccc.slice(0, 2)),
    ...titled('SDFNUMCCC', 'Número de cuenta', registration.ccc.slice(2)),
    ...titled('SDFEMPRESARIO3', 'N.I.F. del empresario', company.cif),
    ...titled('SDFNOMBRE3', 'Razón social', company.name),
    ...situationLines(registration),
    ...titled('SDFFRAAFI', 'Fecha real de alta', slashed(registration.alta.date)),
    ...titled('SDFFEAAFI', 'Fecha de efectos de alta', slashed(registration.alta.effective)),
    ...titled('SDFCGRUPOAFI', 'Grupo de cotización', terms.grupo),
    ...titled('SDFTGRUPOAFI', 'Texto del grupo', GRUPOS[terms.grupo] ?? ''),
    ...titled('SDFPFEA', 'Plan de fomento de empleo agrario', terms.fomentoAgrario === '' ? 'NO' : 'SI'),
    // This element had two names over time: clients read either.
    ...titled('SDFDESRJ', 'Jornadas reales', ''),
    ...titled('SDFLITRJ', 'Jornadas reales', ''),
    ...titled('SDFTIPOAFI', 'Tipo de contrato', terms.contrato),
    ...titled('SDFCOEFAFI', 'Coeficiente de tiempo parcial', terms.coeficiente),
    ...titled('SDFCOLECTIVO', 'Colectivo de trabajadores', terms.colectivo),
    ...titled('SDFEPIGAFI', 'Epígrafe', ''),
    ...titled('SDFOCUPACION', 'Ocupación', terms.ocupacion),
    ...titled('SDFVINCULO', 'Relación laboral de carácter especial', terms.rlce),
    ...titled('SDFCATEGORIA', 'Categoría profesional', terms.categoria),
    ...titled('SDFCOEFRED', 'Coeficiente reductor', ''),
  ];
}

/**
 * The same data as text, which clients read as a whole: title, blank and value, with a blank even if there is no
 * value. Texts that clients read as one sentence are one paragraph.
 */
function newestLines(registration: Registration, context: Context): string[] {
  const { nss, ccc, alta, baja } = registration;
  const worker = context.person(nss);
  const company = context.company(ccc);
  const terms = latestTerms(registration);
  const paragraph = (...texts: [title: string, value: string | undefined][]) =>
    `<p>${texts.map(([title, value = '']) => `${title}: <label>${escapeHtml(value)}</label>`).join(' ')} </p>`;
  return [
    '<div id="Sub0400101079_77">DATOS PERSONALES</div>',
    paragraph(
      ['NUSS', `${nss.slice(0, 2)} ${nss.slice(2)}`],
      ['IPF', `${worker.identificacion} ${worker.dni.padStart(10, '0')}`],
      ['F.Nacimiento', spaced(worker.birthDate)],
      ['Sexo', worker.sex === 'M' ? 'V' : 'M'],
    ),
    // The name has no comma here.
    `<p><label>${escapeHtml(listName(worker).replace(',', ''))}</label> Movil para SMS: <label>${worker.phone}</label> </p>`,
    '<div>DATOS EMPRESA</div>',
    paragraph(
      ['Cta. Cotiz.', `${ccc.slice(0, 2)} ${ccc.slice(2)}`],
      ['Régimen', context.account(ccc).regimen],
      ['Ident.Empr.', `9 ${company.cif.padStart(10, '0')}`],
      ['Nombre ...', company.name],
    ),
    paragraph(
      ['Situación', situacionText(baja?.situacion ?? alta.situacion)],
      ['G.C.', terms.grupo],
      ['F.R.A.', slashed(alta.date)],
      ['F.E.A.', slashed(alta.effective)],
      ['F.R.B.', slashed(baja?.date)],
      ['F.E.B.', slashed(baja?.effective)],
      ['Contrato', terms.contrato],
      // Clients expect a comma in it. Assumed: it is a decimal fraction.
      ['Coef.', terms.coeficiente && `0,${terms.coeficiente}`],
      ['Colec.', terms.colectivo],
      ['Ocup', terms.ocupacion],
    ),
  ];
}
