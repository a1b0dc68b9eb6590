import type { Gateway } from '../../../../client/src/client.ts';
import type { Data } from '../../../../client/src/types.ts';
import { many } from '../../shared/words.ts';
import type { AccountRow } from '../capability.ts';

type Saved = Pick<Data<'importCompanies'>['companies'][number], 'state'>;

/** What became of the companies of a sheet, in Spanish; `undefined` if none of its rows could be saved. */
export const savedText = (companies: readonly Saved[]): string | undefined => {
  const count = (state: Saved['state']) => companies.filter((company) => company.state === state).length;
  const [created, extended, unchanged] = [count('created'), count('extended'), count('unchanged')];
  const parts = [
    created > 0 && many(created, 'empresa nueva', 'empresas nuevas'),
    extended > 0 && `${extended} con cuentas que no tenía`,
    unchanged > 0 && `${unchanged} ya ${unchanged === 1 ? 'estaba' : 'estaban'}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `Guardado: ${parts.join(', ')}.`;
};

/** Titles of the columns that a company has. */
const TITLES: Record<string, string> = {
  nombre: 'Nombre',
  cif: 'CIF',
  regimen: 'Régimen',
  ccc: 'Cuenta',
  razon_social: 'Razón social',
  alias: 'Nombre de la cuenta',
  email: 'E-mail',
  codigo_postal: 'Código postal',
  direccion: 'Dirección',
  external_id: 'Código',
};

/** A mistake of a row with the title of its column in place of the name of the field. */
export const inTitle = (mistake: string): string =>
  mistake.replace(/^(\w+): /, (all, field: string) => (TITLES[field] ? `${TITLES[field]}: ` : all));

/** Fields of a row as the interface names them, with those of the form. */
const FIELDS: Record<string, keyof AccountRow> = {
  nombre: 'name',
  cif: 'cif',
  regimen: 'regimen',
  ccc: 'account',
  alias: 'alias',
};

/** See `Capability.saveCompany`. */
export const saveCompany = async (
  gateway: Pick<Gateway, 'importCompanies'>,
  { name: nombre, cif, regimen, account: ccc, alias }: AccountRow,
): Promise<number> => {
  try {
    const { data } = await gateway.importCompanies({ rows: [{ nombre, cif, regimen, ccc, alias }] });
    return savedIn(data);
  } catch (error) {
    const { errors } = error as { errors?: Record<string, string[]> };
    if (!errors) throw error;
    const named = Object.entries(errors).map(([path, texts]) => [
      FIELDS[path.replace(/^rows\.0\./, '')] ?? path,
      texts,
    ]);
    throw Object.assign(error as Error, { errors: Object.fromEntries(named) });
  }
};

/** The number of the company that a row saved. @throws Error with the mistakes of the row, as for a refused request */
const savedIn = ({ companies: [company], wrong }: Data<'importCompanies'>): number => {
  if (company) return company.customerID;
  const mistakes = wrong.flatMap((row) => row.mistakes);
  const errors = Object.fromEntries(
    mistakes.map((text) => {
      const [, field, message] = /^(\w+): (.*)$/s.exec(text) ?? [];
      return [field ?? 'rows', [message ?? text]];
    }),
  );
  throw Object.assign(new Error('No se ha guardado.'), { status: 422, errors });
};
