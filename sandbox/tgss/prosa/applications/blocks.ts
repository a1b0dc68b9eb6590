import { slashed } from '../../../calendar.ts';
import { type Account, type Company, listName, type Person } from '../../../state.ts';
import { GRUPOS, situacionText } from '../../codes.ts';
import type { Desk } from '../../desk.ts';
import { latestTerms, type Registration, type Terms } from '../../registration.ts';
import { type Data, data } from '../elements.ts';

const KINDS = { 1: 'N.I.F.', 2: 'PASAPORTE', 6: 'N.I.E.' };

/** A code with its texts; all empty where there is none. */
const coded = (codigo: string, text = ''): Data => ({
  codigo,
  desCorta: codigo && text.slice(0, 20).trim(),
  desLarga: codigo && text,
});

/** When an attribute got the value that it has: by its last change, or with the alta; nothing where it has none. */
function since(stay: Registration, attribute: keyof Terms): string {
  if (latestTerms(stay)[attribute] === '') return '';
  const dates = stay.changes.filter(({ terms }) => attribute in terms).map((change) => change.date);
  return slashed(dates.toSorted().at(-1) ?? stay.alta.date);
}

const workerBlock = (worker: Person): Data => ({
  NA1NumSegSocialSinDC: worker.nss.slice(0, 10),
  NA5NumSegSocialCompleto: worker.nss,
  IP2TipoDocIPF: String(worker.identificacion),
  IP3DocIPF: worker.dni,
  IP9NumDoc: worker.dni,
  NOMBRE_COMPLETO: listName(worker),
  ipfPsaf: { IP2tipo: String(worker.identificacion), IP3numero: worker.dni },
  tipoDescrip: KINDS[worker.identificacion],
});

const accountBlock = ({ regimen, ccc }: Account, company: Company): Data => ({
  CC1EmpresaAut: `${regimen}${ccc}`,
  CC2Empleador: regimen,
  CC6Empleador: ccc,
  CC2_solicitante: regimen,
  CC3_solicitante: ccc.slice(0, 2),
  CC4_solicitante: ccc.slice(2),
  CF2Cuenta: '9',
  CF3Cuenta: company.cif,
  CF2_solicitante: '9',
  CF3_solicitante: company.cif,
  RAZ_solicitante: company.name,
});

const contractBlock = (stay: Registration, terms: Terms): Data => ({
  caracteristicasContrato: coded(''),
  coeficienteContrato: terms.coeficiente,
  coeficienteTiempoParcial: terms.coeficiente,
  coeficienteTiempoParcialInicialReduccionJornada: '',
  contratoTrabajoSPEE: coded(terms.contrato, `CONTRATO ${terms.contrato}`),
  cuantiaGlobalBonificada: '',
  excluidoCensoAgrario: 'N',
  excluidoDesempleo: 'N',
  exclusionCotizacion: coded(terms.exclusionCotizacion, 'EXCLUSION DE COTIZACION'),
  fechaCambioContrato: since(stay, 'contrato'),
  gradoMinusvalia: '',
  modalidadCotizacion: coded(
    terms.modalidad,
    terms.modalidad === '1' ? 'COTIZACION MENSUAL' : 'JORNADAS REALES',
  ),
  nafSustituido: terms.nssSustituido,
  tipoContrato: coded(terms.contrato, `CONTRATO ${terms.contrato}`),
});

/** What is known of a stay, in the blocks and by the names of the application. */
export function blocksOf(desk: Desk, stay: Registration): string[] {
  const terms = latestTerms(stay);
  const account = desk.account(stay.ccc);
  return data({
    trabajador: workerBlock(desk.person(stay.nss)),
    cuentaCotizacion: accountBlock(account, desk.company(stay.ccc)),
    contrato: contractBlock(stay, terms),
    categoriaProfesional: {
      fechaCambioCategoriaProfesional: since(stay, 'categoria'),
      categoriaProfesional: coded(terms.categoria, `CATEGORIA ${terms.categoria}`),
    },
    claveSituacionPeriodo: {
      claveSituacion: coded(
        stay.alta.situacion,
        situacionText(stay.alta.situacion).slice(stay.alta.situacion.length + 1),
      ),
    },
    grupoCotizacion: {
      fechaCambioGrupo: since(stay, 'grupo'),
      grupoCotizacion: coded(terms.grupo, GRUPOS[terms.grupo]),
      indCotizacionMensual: terms.grupoMensual ? 'S' : 'N',
    },
    ocupacion: {
      epigrafe: '',
      fechaCambioOcupacion: since(stay, 'ocupacion'),
      ocupacion: coded(terms.ocupacion, `OCUPACION ${terms.ocupacion}`),
    },
  });
}
