import { randomBytes } from 'node:crypto';
import type { Form } from '../form.ts';
import type { Holder } from '../state.ts';

/** A document that can be made when it is asked for. */
export type Report = () => Promise<Uint8Array>;

/** What the report page tells of a document, and what must come back to get it. */
export interface Slip {
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

const MAX_KEPT = 2000;

/** Documents that report pages offered. The same request gets the same bytes as often as it comes. */
export class Archive {
  readonly #kept = new Map<string, { slip: Slip; report: Report; bytes?: Promise<Uint8Array> }>();
  #next = 1;

  /** Keeps a report made at `time` (`YYYY-MM-DDTHH:MM:SS`) for this holder. */
  keep(report: Report, holder: Holder, time: string): Slip {
    const pieces = randomBytes(16).toString('hex').toUpperCase();
    const slip: Slip = {
      fichero: `F${String(this.#next++).padStart(7, '0')}`,
      informe: [pieces.slice(0, 8), pieces.slice(8, 16), pieces.slice(16, 24), pieces.slice(24)],
      aplicacion: 'SGIRED',
      usuario: holder.autorizacion,
      idioma: 'ES',
      fecha: time.slice(0, 10).replaceAll('-', ''),
      hora: time.slice(11).replaceAll(':', ''),
      tipo: 'PDF',
    };
    this.#kept.set(slip.fichero, { slip, report });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return slip;
  }

  /** The document of a post that repeats the whole slip, for the holder whom it was offered to. */
  find(form: Form, holder: Holder): Promise<Uint8Array> | undefined {
    const kept = this.#kept.get(form.get('param'));
    if (!kept) return undefined;
    const { slip } = kept;
    const repeated =
      form.get('trans') === slip.informe.join('') &&
      form.get('aplicacion') === slip.aplicacion &&
      form.get('usuario') === slip.usuario &&
      form.get('idioma') === slip.idioma &&
      form.get('fecha') === `${slip.fecha} ${slip.hora}` &&
      form.get('tipo') === slip.tipo;
    if (!repeated || holder.autorizacion !== slip.usuario) return undefined;
    kept.bytes ??= kept.report();
    return kept.bytes;
  }
}
