/** A worker in a contribution account. */
export interface WorkerInCcc {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits. */
  nss: string;
}

/** A worker with the number of the identity document. */
export interface WorkerWithDni extends WorkerInCcc {
  dni: string;
}

/** A worker with number and kind of the identity document. */
export interface WorkerWithDocument extends WorkerWithDni {
  /** 1 DNI, 2 passport, 6 NIE. */
  identificacion: '1' | '2' | '6';
}

/** A worker whose registration changes on a date. */
export interface RecordChange extends WorkerWithDni {
  /** First day of the change, `YYYY-MM-DD`. */
  fecha_real: string;
}
