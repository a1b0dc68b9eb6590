import type { Worker } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { ageDoubts, nameDoubts, nationalityDoubts } from '../../../shared/operation/person-doubts.ts';

/** Spanish: values of a worker that contradict each other, or that a program may have written for nothing. */
export const workerDoubts = ({
  docType,
  nationality,
  dateOfBirth,
  startDate,
  name,
  surname,
  lastSurname,
}: Omit<Worker, 'dni' | 'sex' | 'nss'> & { startDate: string }): string[] => [
  ...nationalityDoubts(docType, nationality),
  ...ageDoubts(dateOfBirth, startDate),
  ...nameDoubts(name, surname, lastSurname),
];
