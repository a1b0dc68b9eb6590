import { ServiceError } from '../../../shared/kernel/errors.ts';
import * as identifiers from '../../../shared/kernel/identifiers.ts';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import type { NewClient } from '../../../shared/stores/clients/company.ts';
import { save } from '../../gateway/customer/saving.ts';
import { readPlainRow } from '../batches/rows/read-plain-row.ts';
import type { SentRow } from '../batches/rows/row.ts';
import { type CompanyRow, companyRow, MAX_ALIAS, MAX_COMPANY_NAME } from './company-row.ts';

/** Saves the client companies of a list. */

/** A company of a list as it is saved now. */
export interface ImportedCompany {
  /** The rows that name it, as the office sees them. */
  rows: number[];
  id: number;
  name: string;
  /** Whether it is new, got contribution accounts, or stays as it was. */
  state: 'created' | 'extended' | 'unchanged';
  /** What its sender may not expect, in Spanish. */
  messages: string[];
}

/** A row of which nothing was saved. */
export interface WrongCompanyRow {
  row: number;
  name: string | undefined;
  /** In Spanish. A mistake of one field begins with the name of the field. */
  mistakes: string[];
}

/** Companies that are saved at the same time. */
const SIDE_BY_SIDE = 8;

/** A row that can be saved. */
interface Placed {
  row: number;
  sent: CompanyRow;
}

/**
 * Saves companies, each with the contribution accounts of all rows that have its CIF. One that exists gets the accounts that it
 * lacks, so the same list may be sent again. A row with a mistake is not saved, and stops no other; wrong check digits are one.
 */
export const importCompanies = async (
  rows: readonly SentRow[],
  ports: Pick<ResourcePorts, 'caller' | 'stores' | 'origin' | 'now'>,
): Promise<{ companies: ImportedCompany[]; wrong: WrongCompanyRow[] }> => {
  const wrong: WrongCompanyRow[] = [];
  const byCif = new Map<string, Placed[]>();
  for (const read of rows) {
    const { value: sent, mistakes } = readPlainRow(companyRow, read, identifiers);
    if (sent) byCif.set(sent.cif, [...(byCif.get(sent.cif) ?? []), { row: read.row, sent }]);
    else wrong.push({ row: read.row, name: nameIn(read.body), mistakes });
  }
  const companies: ImportedCompany[] = [];
  await fewAtOnce(byCif.values(), SIDE_BY_SIDE, async (placed) => {
    try {
      const { client, message, added } = await save(toClient(placed), false, ports);
      const state = added === undefined ? 'created' : added > 0 ? 'extended' : 'unchanged';
      companies.push({
        rows: placed.map(({ row }) => row),
        id: client.id,
        name: client.name,
        state,
        messages: [
          ...(message === undefined ? [] : [message]),
          ...placed.flatMap(({ row, sent: { nombre } }) =>
            nombre === client.name
              ? []
              : [`La fila ${row} la llama «${nombre}»; se queda como «${client.name}».`],
          ),
        ],
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 422) throw error;
      const mistakes = Object.values(error.errors).flat();
      wrong.push(
        ...placed.map(({ row, sent }) => ({
          row,
          name: sent.nombre,
          mistakes: mistakes.length > 0 ? mistakes : [error.message],
        })),
      );
    }
  });
  return {
    companies: companies.toSorted((a, b) => a.rows[0]! - b.rows[0]!),
    wrong: wrong.toSorted((a, b) => a.row - b.row),
  };
};

/** The name of a row that cannot be saved. */
const nameIn = ({ nombre }: Record<string, unknown>): string | undefined =>
  typeof nombre === 'string' && nombre.trim() !== '' ? nombre.trim() : undefined;

/** A company as its first row has it, with the contribution accounts of all of its rows. It gets no access. */
const toClient = (placed: readonly Placed[]): NewClient => {
  const { nombre, cif, razon_social, email, codigo_postal, direccion, external_id } = placed[0]!.sent;
  return {
    name: nombre,
    cif,
    companyName: razon_social ?? nombre.slice(0, MAX_COMPANY_NAME),
    email,
    postcode: codigo_postal,
    address: direccion,
    externalId: external_id,
    accounts: placed.map(({ sent: { regimen, ccc, alias } }) => ({
      regimen,
      ccc,
      alias: alias ?? nombre.slice(0, MAX_ALIAS),
    })),
  };
};
