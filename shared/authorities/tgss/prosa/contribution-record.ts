import { type Exchange, type Script, Unreadable } from '../../exchange.ts';
import { textOf } from '../../html/page.ts';
import { documentKind, type WorkerWithDni } from '../values.ts';
import { askAsOwner } from './authorised-users.ts';
import type { Press } from './dialog.ts';
import { type Data, dataIn, type ProsaPage } from './page.ts';

/** The blocks of a record, with the portal's own names. */
export const BLOCKS = [
  'trabajador',
  'cuentaCotizacion',
  'contrato',
  'categoriaProfesional',
  'claveSituacionPeriodo',
  'grupoCotizacion',
  'ocupacion',
] as const;

/** The data of a registration that decide the contributions. Dates `DD/MM/YYYY`. */
export type ContributionRecord = Record<(typeof BLOCKS)[number], Record<string, Data>>;

/** Group, occupation, category and contract of a worker in a contribution account. */
export const contributionRecord: Exchange<'reading', WorkerWithDni, ContributionRecord> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV24M00B contribution record',
  standing: {
    state: 'assumed',
    note:
      'Public programs: the first form. Assumed: the answer is data only, with the blocks as elements, named as in the ' +
      'interface. Settled by that answer.',
    ifWrong:
      'Nothing: the first page only names worker and contribution account; the second, which would file, is only read.',
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

/** Opens the record of a worker in an application that can change it. Nothing is changed yet. */
export const openRecord = (application: string, worker: WorkerWithDni): Script<ProsaPage> =>
  askAsOwner(application, (page) => recordPress(page, worker));

/** The press that opens the record of a worker, on the first page of such an application. */
export const recordPress = (page: ProsaPage, { regimen, ccc, nss, dni }: WorkerWithDni): Press => ({
  button: 'ENVIO_10',
  action: 'Continuar',
  changes: {
    tipo: kindOn(page, documentKind(dni)),
    NA5NumSegSocialCompleto: nss,
    IP9NumDoc: dni,
    CC1EmpresaAut: `${regimen}${ccc}`,
  },
  whereOffered: { PR_CAMPO_ORIGEN: 'FORM' },
});

/** The choice for a kind of document. Public programs for the portal only know its position among the choices. */
export const kindOn = ({ $ }: ProsaPage, kind: string): string => {
  const values = $('select[name="tipo"] option')
    .toArray()
    .map((option) => $(option).attr('value') ?? textOf($(option)));
  return values.includes(kind) ? kind : (values[Number(kind)] ?? kind);
};

/** The code of a member, which is an object with a code or a plain text; `''` if it has none. */
export const codeOf = (member: Data | undefined): string => {
  if (typeof member === 'string') return member;
  return typeof member?.codigo === 'string' ? member.codigo : '';
};
