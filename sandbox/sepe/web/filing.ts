/** Pages to file extensions and transformations: first the contract, then its new data. */

import { addDays, realDay } from '../../calendar.ts';
import type { Context } from '../context.ts';
import { endOf, refusalOfExtension } from '../documents/extension.ts';
import { addMonths } from '../documents/values.ts';
import { countries, HOURS, SIGNATURES } from '../names.ts';
import { type Contract, footprint } from '../records.ts';
import { copyOfForm } from './contracts.ts';
import { companyAndWorker, contractOfForm } from './conversions.ts';
import {
  COMPANY_DOCUMENTS,
  dayInputs,
  fieldset,
  footprintInputs,
  form,
  formPage,
  frame,
  hidden,
  input,
  radio,
  row,
  select,
  submit,
  success,
  values,
} from './frame.ts';
import { dayOfForm, type PageRequest, postedContract, Refusal, type Reply } from './request.ts';

const EXTENSIONS = '/ccomunicacto/servlet/ServletProrrogas';
const TRANSFORMATIONS = '/ccomunicacto/servlet/TransformacionServlet';
const CONVERSIONS = ['109', '139', '189', '209', '239', '289', '309', '339', '389'];

const contractFields = (context: Context): string[] =>
  fieldset('Contrato', [
    row('Acceso por identificador', radio('tipoacceso', '1', true)),
    ...footprintInputs(),
    ...companyAndWorker(context),
  ]);

/** A day of an extension: here clients write `anno`, and `annio` in all other names. */
const extensionDay = ({ form: posted }: PageRequest, end: string): string =>
  realDay(
    Number(posted.get(`anno${end}`)),
    Number(posted.get(`mes${end}`)),
    Number(posted.get(`dia${end}`)),
  ) ?? '';

const DISCONTINUITY = row(
  'Discontinuidad',
  select('discontinuidad', [
    ['', ''],
    ['S', 'SÍ'],
  ]),
);

const DAY_PARTS = ['dia', 'mes', 'anno'];

const extensionInputs = ({ form: posted }: PageRequest, end: string) =>
  DAY_PARTS.map((part) => `${part}${end}`)
    .map((name) => input(name, name.startsWith('anno') ? 4 : 2, posted.get(name)))
    .join(' ');

/** The form of an extension; after a question it has the dates that were filled in before. */
const extensionForm = (request: PageRequest, contract: Contract): string =>
  formPage('Comunicación de prórroga', `${EXTENSIONS}?pagina=enviar`, [
    hidden('identificador', contract.id),
    ...fieldset('Empresa', [
      row(
        'CIF/NIF/NIE',
        `${select('tipodocumento', COMPANY_DOCUMENTS)} ${input('cifnifempresapro', 9, contract.cif)}`,
      ),
      row(
        'Cuenta de cotización',
        [
          input('cuentacotizacion1pro', 4, contract.account.slice(0, 4)),
          input('cuentacotizacion2pro', 9, contract.account.slice(4, 13)),
          input('cuentacotizacion3pro', 2, contract.account.slice(13)),
        ].join(' '),
      ),
    ]),
    ...fieldset('Prórroga', [
      row('Identificador', input('idprorroga', 15, footprint(contract.id).slice(2))),
      row('Inicio', extensionInputs(request, 'iniciopro')),
      row('Fin', extensionInputs(request, 'finpro')),
      DISCONTINUITY,
      row(
        'Existe acuerdo que la autoriza',
        select('conveniocolectivo', [
          ['', ''],
          ['N', 'NO'],
          ['S', 'SÍ'],
        ]),
      ),
    ]),
    submit('enviar'),
  ]);

/** Contracts that may last longer than six months only if an agreement says so. */
const needsAgreement = ({ code, startDate }: Contract, endDate: string): boolean =>
  /^[45]02$/.test(code) && endDate >= addMonths(startDate, 6);

/**
 * The page that asks for further data. Clients go back from it, fill in the data and the identifier, and send the form again,
 * so the form must still have the dates.
 */
const question = (text: string, { form: posted }: PageRequest, { id }: Contract): string => {
  const [province = '', year = '', number = ''] = footprint(id).slice(2).split('-');
  return frame('Comunicación de prórroga', [
    `<p>${text}</p>`,
    ...form(`${EXTENSIONS}?pagina=datos`, [
      hidden('tipoacceso', '1'),
      hidden('idcomunicacion1', province),
      hidden('idcomunicacion2', year),
      hidden('idcomunicacion3', number),
      ...['iniciopro', 'finpro']
        .flatMap((end) => DAY_PARTS.map((part) => `${part}${end}`))
        .map((name) => hidden(name, posted.get(name))),
      submit('volver', 'Volver'),
    ]),
  ]);
};

/** All pages of `ServletProrrogas`. */
export function sendExtension(request: PageRequest): Reply {
  const { context, form: posted, step } = request;
  if (step === 'inicio') {
    return formPage('Comunicación de prórroga', `${EXTENSIONS}?pagina=datos`, [
      ...contractFields(context),
      hidden('idcontrato'),
      submit('enviar'),
    ]);
  }
  if (step === 'datos') {
    const contract = contractOfForm(request);
    if (endOf(contract) === '')
      throw new Refusal('El contrato no tiene fecha de termino. No se puede prorrogar');
    return extensionForm(request, contract);
  }
  context.countSubmission('prorroga');
  const contract = postedContract(request);
  const startDate = extensionDay(request, 'iniciopro') || addDays(endOf(contract) || context.today, 1);
  const endDate = extensionDay(request, 'finpro');
  if (endDate === '') throw new Refusal('El formato de la fecha de término no es correcto.');
  if (needsAgreement(contract, endDate) && posted.get('conveniocolectivo') === '')
    return question(
      'Debe seleccionar el campo convenio colectivo que autoriza la duración.',
      request,
      contract,
    );
  const discontinuity = posted.get('discontinuidad') && 'I';
  const refused = refusalOfExtension(contract, { start: startDate, end: endDate, discontinuity });
  if (refused) throw new Refusal(`${refused} No se acepta la comunicación.`);
  const number = String(contract.extensions.length + 1).padStart(2, '0');
  contract.extensions.push({
    number,
    startDate,
    endDate,
    agreement: posted.get('conveniocolectivo') || 'N',
    discontinuity,
    communicated: context.time,
  });
  context.countAccepted('prorroga');
  return success(`Identificador de la Comunicación : ${footprint(contract.id + number)}`);
}

const transformationForm = (request: PageRequest, contract: Contract): string => {
  const { form: posted } = request;
  return formPage('Transformación en indefinido', `${TRANSFORMATIONS}?pagina=enviar`, [
    hidden('identificador', contract.id),
    hidden('codtransformacion', posted.get('codtransformacion')),
    ...['dia', 'mes', 'annio'].map((name) => hidden(name, posted.get(name))),
    ...fieldset('Datos del puesto', [
      ...values([['Identificador', footprint(contract.id)]]),
      row(
        'Ocupación',
        `${input('ocupacion', 4, contract.occupation)} ${hidden('cocupacion', contract.occupation)}`,
      ),
      row('País', select('nacionalidadCT', countries(contract.workCountry))),
      row('Municipio', input('municipiocontrato', 5, contract.workMunicipality)),
      hidden('municipioCT'),
      row(
        'Tipo de fijo discontinuo',
        select('fijoDiscontinuo', [
          ['', ''],
          ['003', '003'],
          ['004', '004'],
        ]),
      ),
      DISCONTINUITY,
      row('Fecha de término', dayInputs('fechafin')),
    ]),
    ...fieldset('Jornada', [
      row('Tipo de jornada', select('tipoJornada', [['', ''], ...Object.entries(HOURS)])),
      row('Duración', `${input('horas', 4)} ${input('minutos', 2)} ${hidden('duracjornada')}`),
    ]),
    ...fieldset('Copia básica', [
      row(
        'Tipo de firma',
        select(
          'codtipofirma',
          ['', ...Object.keys(SIGNATURES)].map((code) => [code, code]),
        ),
      ),
      row('Domicilio', '<textarea name="areadeDomicilio" rows="2" cols="70"></textarea>'),
      row('Texto', '<textarea name="areadeTexto" rows="10" cols="70"></textarea>'),
    ]),
    submit('aceptar'),
  ]);
};

/** The reason why the contract cannot be transformed; undefined if it can. */
function refusalOfTransformation(contract: Contract, code: string, start: string): string | undefined {
  if (!CONVERSIONS.includes(code)) return 'Debe indicar el código de transformación.';
  if (/^[123]/.test(contract.code)) return 'Este contrato no admite Transformación a Indefinido.';
  if (contract.transformations.length > 0) return 'El contrato ya está transformado en indefinido.';
  return start > contract.startDate
    ? undefined
    : 'La fecha de inicio de la transformación debe ser mayor que la fecha de inicio del contrato.';
}

/** All pages of `TransformacionServlet`. */
export function sendTransformation(request: PageRequest): Reply {
  const { context, form: posted, step } = request;
  if (step === 'inicio') {
    return formPage('Transformación en indefinido', `${TRANSFORMATIONS}?pagina=datos`, [
      ...contractFields(context),
      ...fieldset('Transformación', [
        row(
          'Código',
          select(
            'codtransformacion',
            CONVERSIONS.map((code) => [code, code]),
          ),
        ),
        row('Fecha de inicio', [input('dia', 2), input('mes', 2), input('annio', 4)].join(' ')),
      ]),
      submit('aceptar'),
    ]);
  }
  const contract = step === 'datos' ? contractOfForm(request) : postedContract(request);
  const code = posted.get('codtransformacion');
  const startDate = dayOfForm(posted, '');
  const refused = refusalOfTransformation(contract, code, startDate);
  if (step === 'datos') {
    if (refused) throw new Refusal(refused);
    return transformationForm(request, contract);
  }
  context.countSubmission('transformacion');
  if (refused) throw new Refusal(refused);
  const copy = copyOfForm(request);
  const hours = posted.get('horas');
  contract.transformations.push({
    number: '55',
    code,
    startDate,
    endDate: dayOfForm(posted, 'fechafin'),
    occupation: posted.get('cocupacion') || posted.get('ocupacion'),
    workCountry: posted.get('nacionalidadCT'),
    workMunicipality: posted.get('municipiocontrato') || posted.get('municipioCT'),
    time: {
      kind: posted.get('tipoJornada'),
      hours: hours && hours.padStart(4, '0') + posted.get('minutos').padStart(2, '0'),
    },
    disability: '',
    communicated: context.time,
    ...(copy.signature && { copy }),
  });
  context.countAccepted('transformacion');
  return success('La transformación del contrato se ha realizado correctamente');
}
