import { type Exchange, type Script, Unreadable } from '../exchange.ts';
import { textOf } from '../html/page.ts';
import { openProsa, pressProsa } from './prosa.ts';
import { type Data, dataIn, type ProsaPage } from './prosa-page.ts';
import { documentKind } from './values.ts';

/** A worker in an account, as the Prosa applications ask for them. */
export interface WorkerInAccount {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits. */
  nss: string;
  dni: string;
}

/** The blocks of a record, under the portal's own names. */
export const BLOCKS = [
  'trabajador',
  'cuentaCotizacion',
  'contrato',
  'categoriaProfesional',
  'claveSituacionPeriodo',
  'grupoCotizacion',
  'ocupacion',
] as const;

/** What the portal holds of a registration that says how contributions are made. Dates `DD/MM/YYYY`. */
export type ContributionRecord = Record<(typeof BLOCKS)[number], Record<string, Data>>;

/** Group, occupation, category and contract of a worker in an account. */
export const contributionRecord: Exchange<'reading', WorkerInAccount, ContributionRecord> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV24M00B contribution record',
  standing: {
    state: 'assumed',
    note:
      'The first form as public programs use it. Assumed: that the second page carries the blocks as elements with ' +
      'the names that the interface gives them.',
    ifWrong:
      'Nothing: the first page, which only names worker and account, is sent as public programs send it; the second, ' +
      'which would file a change, is read and left.',
  },
  script: function* (input) {
    const page = yield* openRecord('XV24M00B', input);
    const blocks = BLOCKS.map((block) => [block, blockOn(page, block)] as const);
    return Object.fromEntries(blocks) as ContributionRecord;
  },
};

const blockOn = (page: ProsaPage, block: string): Record<string, Data> => {
  const data = dataIn(page, block);
  if (data === undefined) throw new Unreadable(`record without ${block}`);
  return typeof data === 'string' ? {} : data;
};

/** Opens the record of a worker in one of the applications that change it; nothing is changed yet. */
export function* openRecord(
  application: string,
  { regimen, ccc, nss, dni }: WorkerInAccount,
): Script<ProsaPage> {
  const page = yield* openProsa(application);
  return yield* pressProsa(page, {
    button: 'ENVIO_10',
    changes: {
      tipo: kindOn(page, documentKind(dni)),
      NA5NumSegSocialCompleto: nss,
      IP9NumDoc: dni,
      CC1EmpresaAut: `${regimen}${ccc}`,
    },
    whereOffered: { PR_CAMPO_ORIGEN: 'FORM' },
  });
}

/** The choice for a kind of document: programs made for the portal know its place among the choices only. */
const kindOn = ({ $ }: ProsaPage, kind: string): string => {
  const values = $('select[name="tipo"] option')
    .toArray()
    .map((option) => $(option).attr('value') ?? textOf($(option)));
  return values.includes(kind) ? kind : (values[Number(kind)] ?? kind);
};

/** The code of a member, be it coded or plain; `''` when it has none. */
export const codeOf = (member: Data | undefined): string => {
  if (typeof member === 'string') return member;
  return typeof member?.codigo === 'string' ? member.codigo : '';
};

/** Two codes that differ at most in zeros before them and in case. */
export const sameCode = (one: string, other: string): boolean =>
  one.replace(/^0+/, '').toUpperCase() === other.replace(/^0+/, '').toUpperCase();
