import type { Answer, Data, Pending } from '../../../../client/src/types.ts';
import { fileNameOf, surnamesOf } from '../../gateway/documents/ask.ts';
import type { Worker } from './workers.ts';

/** An IDC: the report of a worker's contribution data. */
export type IdcFile = NonNullable<Data<'getContributionData'>['file']>;

/** A worker whose IDC did not come, with the reason in Spanish. */
export interface Missed {
  name: string;
  reason: string;
}

/** How IDC are asked for, and where they go. */
export interface IdcAsking {
  /** The day that they are about. */
  day: string;
  ask(request: {
    regimen: string;
    ccc: string;
    nss: string;
    startDate: string;
  }): Promise<Pending<Data<'getContributionData'>>>;
  /** Waits for an answer. */
  answered(pending: Pending<Data<'getContributionData'>>): Promise<Answer<Data<'getContributionData'>>>;
  /** Saves a document with a name that says whose it is. */
  keep(file: IdcFile, name: string): Promise<void>;
  onCame(): void;
  onMissed(missed: Missed): void;
}

/** Asks for the IDC of several workers, one after the other. What came stays, whatever happens to the others. */
export const askForIdc = async (
  workers: readonly Worker[],
  { day, ask, answered, keep, onCame, onMissed }: IdcAsking,
): Promise<void> => {
  for (const { nombre, dni, nss, regimen, ccc } of workers) {
    try {
      if (!nss) throw new Error('no consta su número de la Seguridad Social');
      const { data } = await answered(await ask({ regimen, ccc, nss, startDate: day }));
      if (!data.file) throw new Error('la Seguridad Social no ha devuelto el documento');
      const who = nombre ? surnamesOf(nombre) : dni;
      await keep(data.file, fileNameOf({ name: 'IDC', who, day, given: data.file.name }));
      onCame();
    } catch (error) {
      onMissed({ name: nombre ?? dni, reason: (error as Error).message });
    }
  }
};
