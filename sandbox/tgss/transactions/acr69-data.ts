import { slashed } from '../../calendar.ts';
import type { ContributionAccount } from '../../state.ts';
import { registeredWorkers } from '../account-lists.ts';
import type { Context } from '../context.ts';
import { output } from '../elements.ts';

/** Labels that are empty here. Clients fail if one is missing. */
const EMPTY_COMPANY = `
  SDFPRONAF3 SDFNUMNAF30 SDFTESPPAL SDFADMPPAL SDFUREPPAL SDFUNIDAD SDFPROUGISM SDFLOCUGISM
  SDFPROVCANT3 SDFNUMCANT3 SDFPROSUC3 SDFNUMSUC3 SDFREGSUC3 SDFCCOASUC3 SDFFECHABAJA93 SDFTIPCON
  SDFDESTIPCON SDFCOLECTIVO3 SDFDESCOL3 SDFACTIV933 SDFTACTIV933 SDFCOREJU SDFDSCOREJU SDFACTMEXTR
  SDFDSACONT
`;

const EMPTY_IDENTITY = `
  SDFTIPEMB SDFEMB SDFNOMEMBAR SDFTELMOVIL3 SDFTELFIJO3 txtconcat1_1 SDFNUMERO3 SDFBIS3 SDFBLOQUE3
  SDFESCALERA3 SDFPISO3 SDFPUERTA3 SDFLOCALIDAD23 SDFNUM9TELEFONO3 SDFBIS4 SDFBLOQUE4 SDFESCALERA4
  SDFPISO4 SDFPUERTA4 SDFLOCALIDAD4 SDFNUM9TELEFONO4
`;

/** @param empty ids with blanks between them */
const outputs = (values: Record<string, string>, empty: string): string[] => [
  ...Object.entries(values).map(([id, text]) => output(id, text)),
  ...empty
    .trim()
    .split(/\s+/)
    .map((id) => output(id, '')),
];

/** The data of an account. Some have two names, because clients read different ones. */
export function companyLines(account: ContributionAccount, context: Context): string[] {
  const company = context.company(account.ccc);
  const [province, number] = [account.ccc.slice(0, 2), account.ccc.slice(2)];
  const workers = registeredWorkers(context.state, account.ccc, context.today).length;
  const since = slashed(account.since);
  return outputs(
    {
      SDFREGIMEN3: account.regimen,
      SDFCPROVINCIA3: province,
      SDFCNISS3: number,
      SDFPROVINCIA3: province,
      SDFNISS3: number,
      SDFNOMBRE3: company.name,
      SDFTIPO3: '9',
      SDFEMPRESARIO3: company.cif,
      SDFPROVINCIACP3: province,
      SDFTESORERIA3: province,
      SDFADMON3: '01',
      SDFURE3: '01',
      SDFSITUACION3: '00',
      SDFTSITUACION3: 'ALTA',
      SDFFECHASIT: since,
      SDFFECHAALTA: since,
      SDFFECHAALTA13: since,
      SDFNROTRA3: String(workers),
      SDFCCONDIAS3: '0',
      SDFCCONDPPB3: '0',
      SDFTITN12: '0,65',
      SDFTIMSN12: '0,85',
      SDFTTOTN12: '1,50',
      SDFACTIV093: account.cnae,
      SDFTACTIV093: account.cnaeText,
      SDFCESTAL: 'NO',
      SDFAUTORIDRED: context.holder.autorizacion,
      SDFPLAZORED: 'SI',
      SDFFECHAAUTRED: since,
    },
    EMPTY_COMPANY,
  );
}

/** The address of the company, and the one for notifications. */
export function identityLines(account: ContributionAccount, context: Context): string[] {
  const company = context.company(account.ccc);
  return outputs(
    {
      SDFANAGR3: company.name,
      SDFNOTIF3: 'NO',
      SDFVIA3: 'CL',
      SDFDOMICILIO3: company.street,
      SDFPOSTAL3: company.postalCode,
      SDFLOCALIDAD13: company.city,
      SDFNOTIF4: 'SI',
      SDFVIA4: 'CL',
      SDFDOMICILIO4: company.street,
      SDFPOSTAL4: company.postalCode,
      SDFMUNICIPIO4: company.city,
    },
    EMPTY_IDENTITY,
  );
}
