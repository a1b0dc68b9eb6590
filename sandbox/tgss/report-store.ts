import { randomBytes } from 'node:crypto';
import type { Form } from '../form.ts';
import type { Holder } from '../state.ts';

/** A document that can be made when it is asked for. */
export type Report = () => Promise<Uint8Array>;

/** What the report page tells of a document, and what must come back to get it. */
export interface ReportReference {
  fichero: string;
  /** Four pieces; they come back joined. */
  informe: [string, string, string, string];
  aplicacion: string;
  usuario: string;
  idioma: string;
  fecha: string;
  hora: string;
  tipo: string;
}

const MAX_REPORTS = 2000;

/** Documents that report pages offered. The same request gets the same bytes as often as it comes. */
export class ReportStore {
  readonly #kept = new Map<
    string,
    { reference: ReportReference; report: Report; bytes?: Promise<Uint8Array> }
  >();
  #next = 1;

  /** Keeps a report made at `time` (`YYYY-MM-DDTHH:MM:SS`) for this holder. */
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
    this.#kept.set(reference.fichero, { reference, report });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_REPORTS && oldest !== undefined) this.#kept.delete(oldest);
    return reference;
  }

  /** The document of a post that repeats the whole slip, for the holder whom it was offered to. */
  find(form: Form, holder: Holder): Promise<Uint8Array> | undefined {
    const kept = this.#kept.get(form.get('param'));
    if (!kept) return undefined;
    const { reference } = kept;
    const repeated =
      form.get('trans') === reference.informe.join('') &&
      form.get('aplicacion') === reference.aplicacion &&
      form.get('usuario') === reference.usuario &&
      form.get('idioma') === reference.idioma &&
      form.get('fecha') === `${reference.fecha} ${reference.hora}` &&
      form.get('tipo') === reference.tipo;
    if (!repeated || holder.autorizacion !== reference.usuario) return undefined;
    kept.bytes ??= kept.report();
    return kept.bytes;
  }
}
