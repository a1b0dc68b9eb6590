/** Records of a yearly return at the service for many records, presented or not. */
export interface Shipment {
  id: string;
  /** NIF of who declares, and the name that the record has. */
  nif: string;
  name: string;
  /** NIF of who sent it. */
  presenter: string;
  year: string;
  state: 'CREADO' | 'FINALIZADO' | 'PRESENTADO';
  /** Blocks that were announced, and the next one that is awaited. */
  blocks: number;
  next: number;
  /** Records of type 2 that are right, and wrong. */
  right: number;
  wrong: number;
  /** Lines of the report of errors. */
  report: string[];
  /** The declaration's own number. */
  number: string;
  /** It says that it completes or replaces another one. */
  follows: boolean;
  /** Both empty until it is presented. */
  csv: string;
  expediente: string;
  /** `YYYY-MM-DDTHH:MM:SS` in Madrid; empty until it is presented. */
  presented: string;
}
