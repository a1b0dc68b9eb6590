import { madridTime, slashed } from '../../calendar.ts';
import { Form } from '../../form.ts';
import { escapeHtml } from '../../html.ts';
import { makePdf } from '../../pdf.ts';
import type { Answer, Call, Environment } from '../../portal.ts';
import { withholdsDocument } from '../../scenario.ts';
import { codeOf } from '../issuing.ts';
import { notice } from '../pages.ts';
import { REFUSALS, type Taxpayer } from '../procedure.ts';
import { type Record111, readRecord111 } from './record-111.ts';
import type { Declaration } from './records.ts';

/**
 * The stand-in for direct presentation (`PresBasicaDos`), the query of declarations (`ConsultaExt`) and their receipts, by the
 * agency's description of these services. A social collaborator may present for anybody.
 */

export const PRESENT_PATH = '/wlpl/PFTW-PICW/PresBasicaDos';
export const QUERY_PATH = '/wlpl/SCEJ-MANT/ConsultaExt';
export const RECEIPT_PATH = '/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc';

/** The members of the request. */
const MEMBERS = ['MODELO', 'EJERCICIO', 'PERIODO', 'NRC', 'IDI', 'F01', 'FIR', 'FIRNIF', 'FIRNOMBRE'];
const LANGUAGES = ['ES', 'CA', 'GL', 'EN', 'VA'];

const json = (value: unknown): Answer => ({
  type: 'application/json;charset=UTF-8',
  body: Buffer.from(JSON.stringify(value)),
});
const errors = (...texts: string[]): Answer => json({ respuesta: { errores: texts } });

const requestIn = ({ body, headers }: Call): Record<string, string> | undefined => {
  if (!/^application\/json;\s*charset=utf-8$/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    const request = JSON.parse(body.toString('utf8')) as Record<string, string>;
    const isRight =
      Object.keys(request).toSorted().join() === MEMBERS.toSorted().join() &&
      Object.values(request).every((value) => typeof value === 'string');
    return isRight ? request : undefined;
  } catch {
    return undefined;
  }
};

/** Presents a declaration, at once. */
export function present(environment: Environment, call: Call, presenter: Taxpayer): Answer {
  const { counters, state, now } = environment;
  if (call.method !== 'POST') return notice(REFUSALS.inconsistent);
  counters.countSubmission('aeat.111');
  const request = requestIn(call);
  if (!request) return errors('E00 - Error. Código de error: petición mal formada');
  const { MODELO = '', EJERCICIO, PERIODO, NRC = '', IDI = '', F01 = '', FIR, FIRNIF, FIRNOMBRE } = request;
  if (MODELO !== '111') return errors('E00 - Error. Código de error: modelo no admitido');
  if (!LANGUAGES.includes(IDI)) return errors('E00 - Error. Código de error: idioma no admitido');
  if (/[\r\n\t]/.test(F01)) return errors('E00 - Error. Código de error: el fichero debe ir en una línea');
  if (FIR !== 'FirmaBasica' || FIRNIF !== presenter.nif || !FIRNOMBRE)
    return errors('E00 - Error. Código de error: los datos del firmante no son los del certificado');
  if (call.scenario === 'refused') return errors('E0100900 - La declaración no ha sido admitida.');
  const { record, errors: found } = readRecord111(F01);
  if (!record) return errors(...found);
  if (record.ejercicio !== EJERCICIO || record.periodo !== PERIODO)
    return errors('E0100005 - El ejercicio y el periodo no son los del fichero.');
  if (record.result === 'I' ? !/^[0-9A-Z]{22}$/.test(NRC) : NRC !== '')
    return errors('E0100040 - El NRC no corresponde al tipo de declaración.');
  const { declarations } = state.aeat;
  const same = declarations.filter(
    (each) => each.nif === record.nif && each.ejercicio === EJERCICIO && each.periodo === PERIODO,
  );
  if (!record.isComplementary && same.length > 0)
    return errors('E0100050 - Ya existe una declaración del mismo periodo: debe ser complementaria.');
  if (record.isComplementary && !same.some(({ justificante }) => justificante === record.previous))
    return errors('E0100051 - El justificante de la declaración anterior no existe.');
  const declaration = declarationOf(record, {
    NRC,
    presenter,
    moment: now(),
    number: declarations.length + 1,
  });
  declarations.push(declaration);
  counters.countAccepted('aeat.111');
  return { ...json(receiptOf(declaration, presenter)), committed: true };
}

const declarationOf = (
  record: Record111,
  { NRC, presenter, moment, number }: { NRC: string; presenter: Taxpayer; moment: Date; number: number },
): Declaration => {
  const { nif, name, ejercicio, periodo, result, toPay, previous } = record;
  const sequence = String(number).padStart(8, '0');
  return {
    modelo: '111',
    ejercicio,
    periodo,
    nif,
    name,
    presenter: presenter.nif,
    result,
    amount: toPay,
    nrc: NRC,
    csv: codeOf('111', nif, ejercicio, periodo, sequence),
    justificante: `111${ejercicio.slice(2)}${sequence}`,
    expediente: `${ejercicio}111${sequence}A`,
    previous,
    presented: madridTime(moment),
  };
};

/** Amount as the agency writes it, with a comma. */
const euros = (amount: number) => (amount / 100).toFixed(2).replace('.', ',');

const receiptOf = (declaration: Declaration, presenter: Taxpayer) => {
  const [day, time = ''] = declaration.presented.split('T');
  return {
    respuesta: {
      correcta: {
        CodigoSeguroVerificacion: declaration.csv,
        Fecha: day,
        Hora: time.slice(0, 5),
        // Seen with a blank at its end, once.
        'Expediente ': declaration.expediente,
        NIFPresentador: presenter.nif,
        ApellidosNombrePresentador: presenter.name,
        TipoRepresentacion: presenter.nif === declaration.nif ? 'TITULAR' : 'COLABORADOR',
        NIFDeclarante: declaration.nif,
        ApellidosNombreDeclarante: declaration.name,
        Modelo: declaration.modelo,
        Ejercicio: declaration.ejercicio,
        Periodo: declaration.periodo,
        Justificante: declaration.justificante,
        NRCPago: declaration.nrc,
        ImporteAIngresar: euros(declaration.amount),
        Idioma: 'ES',
        urlPdf: `https://www2.agenciatributaria.gob.es${RECEIPT_PATH}?COMPLETA=SI&ORIGEN=C&CSV=${declaration.csv}`,
        avisos: [],
        advertencias: [],
      },
    },
  };
};

const xml = (content: string): Answer => ({
  type: 'text/xml;charset=ISO-8859-1',
  body: Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><servicioConsultasDirectas>${content}</servicioConsultasDirectas>`,
    'latin1',
  ),
});
const element = (name: string, text: string) => `<${name}>${escapeHtml(text)}</${name}>`;

/** Lists declarations of a NIF, that are the asker's or that it presented. */
export function query({ state }: Environment, call: Call, asker: Taxpayer): Answer {
  const form = Form.parse(call.body);
  const [nif, model, year, period] = ['NIF', 'MOD', 'EJF', 'PER'].map((name) => form.get(name));
  if (call.method !== 'POST' || !nif || !/^\d{3}$/.test(model!) || !/^\d{4}$/.test(year!))
    return xml(`<error>${element('descripcionError', 'Faltan datos de la consulta.')}</error>`);
  return xml(
    state.aeat.declarations
      .filter(
        (each) =>
          each.nif === nif &&
          each.modelo === model &&
          each.ejercicio === year &&
          (period === '' || each.periodo === period) &&
          [each.nif, each.presenter].includes(asker.nif),
      )
      .map((each) =>
        [
          '<respuestaCorrecta>',
          element('ejercicio', each.ejercicio),
          element('modelo', each.modelo),
          element('periodo', each.periodo),
          element('nif', each.nif),
          element('csv', each.csv),
          element('expediente', `${each.expediente} `),
          element('justificante', each.justificante),
          element('fechaYHoraPresentacion', each.presented),
          ...(each.previous ? [element('just_anterior', each.previous)] : []),
          '</respuestaCorrecta>',
        ].join(''),
      )
      .join(''),
  );
}

/** The receipt of a declaration. In the scenarios without a duplicate, it is not there yet. */
export async function receipt({ state }: Environment, call: Call): Promise<Answer> {
  const code = call.query.get('CSV');
  const declared = [
    ...state.aeat.declarations.map((one) => ({
      ...one,
      of: `${one.ejercicio} ${one.periodo}`,
      number: one.justificante,
      more: ['RESULTADO A INGRESAR', `${euros(one.amount)} EUR`] as [string, string],
    })),
    ...state.aeat.shipments.map((one) => ({
      ...one,
      modelo: '190',
      of: `${one.year} 0A`,
      more: ['PERCEPCIONES', String(one.right)] as [string, string],
    })),
  ].find(({ csv }) => csv !== '' && csv === code);
  if (!declared || withholdsDocument(call.scenario)) return notice(REFUSALS.noDocument);
  const { modelo, nif, name, of, number, more, csv, presented } = declared;
  return {
    type: 'application/pdf',
    body: await makePdf({
      authority: 'AGENCIA ESTATAL DE ADMINISTRACIÓN TRIBUTARIA',
      title: `MODELO ${modelo}: JUSTIFICANTE DE PRESENTACIÓN`,
      sections: [
        {
          heading: 'DECLARACIÓN',
          lines: [
            ['N.I.F.', nif],
            ['APELLIDOS Y NOMBRE O RAZÓN SOCIAL', name],
            ['EJERCICIO Y PERIODO', of],
            ['Nº DE JUSTIFICANTE', number],
            more,
            ['PRESENTADA', `${slashed(presented.slice(0, 10))} ${presented.slice(11)}`],
          ],
        },
      ],
      code: csv,
      made: presented,
    }),
  };
}
