import { plainDocument } from '../../../../shared/kernel/text.ts';
import { isoDay } from '../../../../shared/operation/fact.ts';
import type { Contract, Records, Registered, Situation } from '../facts.ts';
import type { Question } from '../questions.ts';
import { type Answer, answerIn } from '../store/reconciliation-row.ts';

/** Parses the answers of authorities. Pure functions. */

/** A stored answer of a reading. */
interface Answered {
  success?: boolean;
  limitReached?: boolean;
  message?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
}

/** The compared part of an answer, or the reason, in Spanish, why there is none. */
type ReadAnswer = { answer: unknown } | { message: string };

const INCOMPLETE = 'La respuesta no estaba entera.';

/** SEPE's message for a worker without a company certificate. */
const NO_CERTIFICATES = /no existen certificados/i;

/** Parsers of answers with status 200. */
const read: Record<Question['about'], (body: Answered) => ReadAnswer> = {
  registered: ({ data, limitReached }) =>
    limitReached
      ? { message: INCOMPLETE }
      : {
          answer: (
            data as {
              employees: {
                ipf: string;
                nss: string;
                nombres: string;
                fecha_real: string;
                situacion: string;
              }[];
            }
          ).employees
            .filter(({ situacion }) => situacion === 'AL')
            .map(({ ipf, nss, nombres, fecha_real }) => ({
              document: plainDocument(ipf),
              nss,
              name: nombres || undefined,
              since: isoDay(fecha_real),
            })) satisfies Registered[],
        },
  contracts: ({ data, limitReached }) =>
    limitReached
      ? { message: INCOMPLETE }
      : {
          answer: (data as { tipo: string; nif_nie_trabajador: string; fecha_inicio: string }[])
            .filter(({ tipo, fecha_inicio }) => /^CONTRATO/i.test(tipo) && fecha_inicio)
            .map(({ nif_nie_trabajador, fecha_inicio }) => ({
              document: plainDocument(nif_nie_trabajador),
              start: fecha_inicio,
            })) satisfies Contract[],
        },
  situation: ({ data, limitReached }) => {
    const [newest] = data as {
      [Name in
        | 'nss'
        | 'apellidos'
        | 'nombres'
        | 'fecha_alta'
        | 'fecha_baja'
        | 'situacion'
        | 'tipo_contrato'
        | 'coef'
        | 'grupo_cotizacion']: string;
    }[];
    if (!newest) return limitReached ? { message: INCOMPLETE } : { answer: null };
    const { cno = '' } = newest as { cno?: string };
    return {
      answer: {
        nss: newest.nss,
        name: [newest.apellidos, newest.nombres].filter(Boolean).join(', ') || undefined,
        since: newest.fecha_alta,
        until: newest.fecha_baja,
        cause: newest.fecha_baja ? newest.situacion : '',
        contract: newest.tipo_contrato,
        coefficient: newest.coef,
        group: newest.grupo_cotizacion,
        cno,
      } satisfies Situation,
    };
  },
  certificates: ({ data }) => ({
    answer: (data as { certificates: { fecha_susp: string }[] }).certificates.map(({ fecha_susp }) =>
      isoDay(fecha_susp),
    ),
  }),
};

/**
 * Parses a stored answer.
 * @param body the answer; `undefined` if it is not stored
 */
export const readAnswer = (
  about: Question['about'],
  body: string | undefined,
  { status, message }: { status?: number | undefined; message?: string | undefined },
): ReadAnswer => {
  if (body === undefined) return { message: message ?? 'La respuesta no se conserva.' };
  const answered = JSON.parse(body) as Answered;
  if (status === 200) return read[about](answered);
  const words = answered.errors?.sepe ?? [];
  if (about === 'certificates' && words.length > 0 && words.every((word) => NO_CERTIFICATES.test(word)))
    return { answer: [] };
  return { message: answered.message ?? message ?? 'El organismo no ha respondido.' };
};

/** Everything that the answers so far show of an account. */
export const recordsIn = (account: string, answers: readonly Answer[]): Records => {
  const ofAccount = answers.filter(
    ({ state, about, ...answer }) =>
      state === 'answered' && (answer.account === account || about === 'certificates'),
  );
  const list = <Entry>(about: Question['about']) => {
    const listed = ofAccount.find((answer) => answer.about === about);
    return listed && (answerIn(listed) as Entry[]);
  };
  const byDocument = <Value>(about: Question['about']) =>
    new Map(
      ofAccount.flatMap((answer) =>
        answer.about === about && answer.document
          ? [[answer.document, answerIn(answer) as Value] as const]
          : [],
      ),
    );
  return {
    registered: list<Registered>('registered'),
    contracts: list<Contract>('contracts'),
    situations: byDocument<Situation | null>('situation'),
    certificates: byDocument<string[]>('certificates'),
  };
};
