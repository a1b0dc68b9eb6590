import { callOf, certificateOf, extensionOf } from '../../../reference/later-communications.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { Service } from '../demo.ts';

/**
 * Sends requests and reads answers as Tonitoledo/dsenviosaltra does (commit 9b33d44: `dsenviosaltra.py`,
 * `xml_a_json`, and `dsenviosaltra_respuestas.py`, `extraer_y_guardar_respuesta`, `json_to_txt`).
 */

type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
type Body = any;

interface FileObject {
  contentType: string;
  content: string;
}

/** The parts of an answer that the program stores: the document if it is a PDF, otherwise the lines of each record. */
export const readAny = (data: Fields | Fields[]): { file?: string; records: string[][] } => {
  const lines = (record: Fields) => Object.entries(record).map(([name, value]) => `${name} : ${value}`);
  if (Array.isArray(data)) return { records: data.map(lines) };
  const file = data.file as FileObject | undefined;
  if (file?.contentType === 'application/pdf') return { file: file.content, records: [] };
  for (const list of ['employees', 'list', 'details'])
    if (list in data) return { records: (data[list] as Fields[]).map(lines) };
  return { records: [lines(data)] };
};

/** The parts of a filing's answer that the program stores: whether it was accepted, its identifier, and its first document. */
export const readFiled = (path: string, answer: Body): { result: string; id?: string; file?: Body } => {
  let shown = answer;
  let file = 'file' in answer.data ? answer.data.file : undefined;
  if (path.endsWith('/llamamientos')) {
    // The program calls `.get("data")`, which a list does not have.
    if (Array.isArray(answer.data)) throw new Error("'list' object has no attribute 'get'");
    for (const item of answer.data.data) {
      if (!('file' in item)) continue;
      shown = item;
      file = item.file;
      break;
    }
  }
  return { result: shown.success ? 'ACEPTADO' : 'RECHAZADO', id: shown.id ?? shown.data?.id, file };
};

/** An extension, without kind of document and footprint. If the file lacks the agreement, an empty text is sent. */
export const extensionSent = (demo: Service) => {
  const { cif, regimen, ccc, dni, old_startDate, startDate, endDate } = extensionOf(seed, demo);
  const dates = { old_startDate, startDate, endDate };
  return { cif, regimen, ccc, dni, ...dates, prorroga_exist_convenio: 'S', duplicate: 1 };
};

/** A call to work of one worker. Codes are sent as integers. */
export const callSent = (demo: Service, more: Fields = {}) => {
  const {
    cif,
    regimen,
    ccc,
    employees: [called],
  } = callOf(seed, demo);
  return {
    cif,
    regimen,
    ccc,
    duplicate: 1,
    employees: [
      {
        doc: called!.doc,
        docType: called!.docType,
        name: called!.name,
        surname: called!.surname,
        lastSurname: called!.lastSurname,
        nss: 0,
        sex: called!.sex,
        dateOfBirth: called!.dateOfBirth,
        nationality: 724,
        municipality: 28079,
        country: 724,
        startDate: seed.today,
        endDate: null,
        nivelFormativo: 51,
        question: 'S',
        occupation: 4309,
        sepeId: called!.sepeId,
        ...more,
      },
    ],
  };
};

/**
 * A company certificate. The profession is cut to four digits; a value that the file lacks is sent as an empty text, or as null
 * if it is a date.
 */
export const certificateSent = (demo: Service) => {
  const filed = certificateOf(seed, demo);
  const { Datos_Trabajador: certified } = filed;
  return {
    ...filed,
    Datos_Trabajador: {
      ...certified,
      Apellido2: certified.Apellido2,
      DuracionContrato: '',
      IndicadorDuracionContrato: '',
      FechaFinSuspension: null,
      DistribucionJornadas: {
        Periodo: {
          TipoDistribucion: '1',
          FechaInicioPeriodo: addDays(seed.today, -20),
          FechaFinPeriodo: seed.today,
          NumeroDiasTrabajadosPorSemanaOPeriodo: '00003',
        },
      },
      Datos_Cotizacion: certified.Datos_Cotizacion.map(
        ({ BaseCotizacionContingenciasComunes: _, ...month }) => month,
      ),
    },
  };
};
