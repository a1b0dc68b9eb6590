import { slashed } from '../../../calendar.ts';
import { type Company, type ContributionAccount, listName, type Person } from '../../../state.ts';
import { GRUPOS, situacionText } from '../../codes.ts';
import type { Context } from '../../context.ts';
import { latestTerms, type Registration, type Terms } from '../../registration.ts';
import { type Data, dataElements } from '../elements.ts';

const KINDS = { 1: 'N.I.F.', 2: 'PASAPORTE', 6: 'N.I.E.' };

/** A code with its texts; all are empty if there is no code. */
const coded = (codigo: string, text = ''): Data => ({
  codigo,
  desCorta: codigo && text.slice(0, 20).trim(),
  desLarga: codigo && text,
});

/** Since when an attribute has its value: its last change, or the alta; empty if it has no value. */
function since(registration: Registration, attribute: keyof Terms): string {
  if (latestTerms(registration)[attribute] === '') return '';
  const dates = registration.changes.filter(({ terms }) => attribute in terms).map((change) => change.date);
  return slashed(dates.toSorted().at(-1) ?? registration.alta.date);
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

const accountBlock = ({ regimen, ccc }: ContributionAccount, company: Company): Data => ({
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

const contractBlock = (registration: Registration, terms: Terms): Data => ({
  caracteristicasContrato: coded(''),
  coeficienteContrato: terms.coeficiente,
  coeficienteTiempoParcial: terms.coeficiente,
  coeficienteTiempoParcialInicialReduccionJornada: '',
  contratoTrabajoSPEE: coded(terms.contrato, `CONTRATO ${terms.contrato}`),
  cuantiaGlobalBonificada: '',
  excluidoCensoAgrario: 'N',
  excluidoDesempleo: 'N',
  exclusionCotizacion: coded(terms.exclusionCotizacion, 'EXCLUSION DE COTIZACION'),
  fechaCambioContrato: since(registration, 'contrato'),
  gradoMinusvalia: '',
  modalidadCotizacion: coded(
    terms.modalidad,
    terms.modalidad === '1' ? 'COTIZACION MENSUAL' : 'JORNADAS REALES',
  ),
  nafSustituido: terms.nssSustituido,
  tipoContrato: coded(terms.contrato, `CONTRATO ${terms.contrato}`),
});

/** The data of a registration, with the blocks and names of the application. */
export function blocksOf(context: Context, registration: Registration): string[] {
  const terms = latestTerms(registration);
  const account = context.account(registration.ccc);
  return dataElements({
    trabajador: workerBlock(context.person(registration.nss)),
    cuentaCotizacion: accountBlock(account, context.company(registration.ccc)),
    contrato: contractBlock(registration, terms),
    categoriaProfesional: {
      fechaCambioCategoriaProfesional: since(registration, 'categoria'),
      categoriaProfesional: coded(terms.categoria, `CATEGORIA ${terms.categoria}`),
    },
    claveSituacionPeriodo: {
      claveSituacion: coded(
        registration.alta.situacion,
        situacionText(registration.alta.situacion).slice(registration.alta.situacion.length + 1),
      ),
    },
    grupoCotizacion: {
      fechaCambioGrupo: since(registration, 'grupo'),
      grupoCotizacion: coded(terms.grupo, GRUPOS[terms.grupo]),
      indCotizacionMensual: terms.grupoMensual ? 'S' : 'N',
    },
    ocupacion: {
      epigrafe: '',
      fechaCambioOcupacion: since(registration, 'ocupacion'),
      ocupacion: coded(terms.ocupacion, `OCUPACION ${terms.ocupacion}`),
    },
  });
}
