import { slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { GRUPOS } from '../codes.ts';
import type { Desk } from '../desk.ts';
import { button, checkbox, input, titled } from '../elements.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { optionalMonth, pressed, ticked } from '../reading.ts';
import { latestTerms, type Registration } from '../registration.ts';
import { extraPage, situationLines } from './atr61-extra.ts';

const CONTINUE = 'Sub2207601004';
const BACK = 'Sub2205801004';

/** What can be asked for beside the data of the page. */
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

/** The data of one stay. `list` is where the worker's other stays are, if there are any. */
export function dataPage(stay: Registration, desk: Desk, list?: Page): Page {
  const lines = dataLines(stay, desk);
  const page: Page = {
    formname: 'ATRM6103',
    dil: DIL.prompt,
    body: (typed) => [
      ...lines,
      ...Object.entries(BOXES).flatMap(([id, text]) => checkbox(id, text, typed)),
      ...input('SDFMESPEC', 'Periodo: mes', 2, typed),
      ...input('SDFAOPEC', 'Periodo: año', 4, typed),
      button(CONTINUE, 'Continuar'),
      ...(list ? [button(BACK, 'Pág. Ant.')] : []),
    ],
    answer(form, now) {
      if (pressed(form, CONTINUE)) {
        const asked = new Set(Object.keys(BOXES).filter((id) => ticked(form, id)));
        const period = optionalMonth(form, 'SDFMESPEC', 'SDFAOPEC');
        return extraPage(stay, now, asked, period, list ?? page);
      }
      return list && pressed(form, BACK) ? list : page;
    },
  };
  return page;
}

function dataLines(stay: Registration, desk: Desk): string[] {
  const worker = desk.person(stay.nss);
  const account = desk.account(stay.ccc);
  const company = desk.company(stay.ccc);
  const terms = latestTerms(stay);
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
    ...titled('SDFTESORCCC', 'Cuenta', stay.ccc.slice(0, 2)),
    ...titled('SDFNUMCCC', 'Número de cuenta', stay.ccc.slice(2)),
    ...titled('SDFEMPRESARIO3', 'N.I.F. del empresario', company.cif),
    ...titled('SDFNOMBRE3', 'Razón social', company.name),
    ...situationLines(stay),
    ...titled('SDFFRAAFI', 'Fecha real de alta', slashed(stay.alta.date)),
    ...titled('SDFFEAAFI', 'Fecha de efectos de alta', slashed(stay.alta.effective)),
    ...titled('SDFCGRUPOAFI', 'Grupo de cotización', terms.grupo),
    ...titled('SDFTGRUPOAFI', 'Texto del grupo', GRUPOS[terms.grupo] ?? ''),
    ...titled('SDFPFEA', 'Plan de fomento de empleo agrario', terms.fomentoAgrario === '' ? 'NO' : 'SI'),
    // One element, two names over time: programs read either.
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
