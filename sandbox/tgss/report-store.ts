import { randomBytes } from 'node:crypto';
import type { Form } from '../form.ts';
import { dropOldest } from '../sessions.ts';
import type { Holder } from '../state.ts';

/** Makes the bytes of a document when it is requested. */
export type Report = () => Promise<Uint8Array>;

/** The reference of a report on the report page. A client sends it back to get the report. */
export interface ReportReference {
  fichero: string;
  /** Four pieces; they are sent back joined. */
  informe: [string, string, string, string];
  aplicacion: string;
  usuario: string;
  idioma: string;
  fecha: string;
  hora: string;
  tipo: string;
}

const MAX_REPORTS = 2000;

/** The reports that report pages refer to. The same request always gets the same bytes. */
export class ReportStore {
  readonly #entries = new Map<
    string,
    { reference: ReportReference; report: Report; bytes?: Promise<Uint8Array> }
  >();
  #next = 1;

  /** Adds a report of this holder, made at `time` (`YYYY-MM-DDTHH:MM:SS`). */
  add(report: Report, holder: Holder, time: string): ReportReference {
    const pieces = randomBytes(16).toString('hex').toUpperCase();
    const reference: ReportReference = {
      fichero: `F${String(this.#next++).padStart(7, '0')}`,
      informe: [pieces.slice(0, 8), pieces.slice(8, 16), pieces.slice(16, 24), pieces.slice(24)],
      aplicacion: 'SGIRED',
      usuario: holder.autorizacion,
      idioma: 'ES',
      fecha: time.slice(0, 10).replaceAll('-', ''),
      hora: time.slice(11).replaceAll(':', ''),
      tipo: 'PDF',
    };
    this.#entries.set(reference.fichero, { reference, report });
    dropOldest(this.#entries, MAX_REPORTS);
    return reference;
  }

  /** The report of a post that repeats the whole reference. Only its holder gets it. */
  find(form: Form, holder: Holder): Promise<Uint8Array> | undefined {
    const entry = this.#entries.get(form.get('param'));
    if (!entry) return undefined;
    const { reference } = entry;
    const repeated =
      form.get('trans') === reference.informe.join('') &&
      form.get('aplicacion') === reference.aplicacion &&
      form.get('usuario') === reference.usuario &&
      form.get('idioma') === reference.idioma &&
      form.get('fecha') === `${reference.fecha} ${reference.hora}` &&
      form.get('tipo') === reference.tipo;
    if (!repeated || holder.autorizacion !== reference.usuario) return undefined;
    entry.bytes ??= entry.report();
    return entry.bytes;
  }
}
