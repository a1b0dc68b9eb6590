/** A declaration that was presented. */
export interface Declaration {
  modelo: string;
  ejercicio: string;
  periodo: string;
  /** NIF of who declares, and the name that the record has. */
  nif: string;
  name: string;
  /** NIF of who presented it. */
  presenter: string;
  /** Kind of result: I, U, G, N. */
  result: string;
  /** Hundredths of euros to pay. */
  amount: number;
  nrc: string;
  /** Verification code: 16 capitals and digits. */
  csv: string;
  /** 13 digits. */
  justificante: string;
  expediente: string;
  /** Receipt of the declaration that it completes; empty if none. */
  previous: string;
  /** `YYYY-MM-DDTHH:MM:SS` in Madrid. */
  presented: string;
}
