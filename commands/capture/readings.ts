import { opened as openedByAgency } from '../../shared/authorities/aeat/acceptance.ts';
import { economicActivities } from '../../shared/authorities/aeat/economic-activities.ts';
import { shipmentOfYear } from '../../shared/authorities/aeat/modelo-190.ts';
import { listing as listedByAgency } from '../../shared/authorities/aeat/notices.ts';
import { presentedReturns } from '../../shared/authorities/aeat/presented-returns.ts';
import { subcontractors } from '../../shared/authorities/aeat/subcontractors.ts';
import { taxCompliance } from '../../shared/authorities/aeat/tax-compliance.ts';
import type { ReadingPort } from '../../shared/authorities/authority-port.ts';
import { realisedDetail, receipt } from '../../shared/authorities/dehu/documents.ts';
import { pending, realised } from '../../shared/authorities/dehu/listing.ts';
import type { Exchange } from '../../shared/authorities/exchange.ts';
import {
  certificateDetail,
  certificateList,
  certificatePdf,
} from '../../shared/authorities/sepe/certifica/certificates.ts';
import { contractData } from '../../shared/authorities/sepe/contrata/contract-data.ts';
import { contractList } from '../../shared/authorities/sepe/contrata/contract-list.ts';
import {
  basicCopyPdf,
  contractPdf,
  transformationPdf,
} from '../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { transformationData } from '../../shared/authorities/sepe/contrata/transformations.ts';
import { readFootprint } from '../../shared/authorities/sepe/identifiers.ts';
import { shipmentResult } from '../../shared/authorities/sepe/services/services.ts';
import { cccHolder, cccWorkers } from '../../shared/authorities/tgss/jacada/ccc-workers.ts';
import {
  contributionData,
  contributionReports,
} from '../../shared/authorities/tgss/jacada/contribution-data.ts';
import { duplicateTa } from '../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import { lifeReport } from '../../shared/authorities/tgss/jacada/life-report.ts';
import {
  accountLife,
  accountUpToDate,
  workersReport,
} from '../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { situations } from '../../shared/authorities/tgss/jacada/situations/situations.ts';
import { taDocuments } from '../../shared/authorities/tgss/jacada/ta-documents.ts';
import { workerOfCcc } from '../../shared/authorities/tgss/jacada/worker-of-ccc.ts';
import { assignedAccounts } from '../../shared/authorities/tgss/prosa/assigned-accounts.ts';
import { authorisedUsers } from '../../shared/authorities/tgss/prosa/authorised-users.ts';
import { birthCertificates } from '../../shared/authorities/tgss/prosa/birth-certificates.ts';
import { contributionRecord } from '../../shared/authorities/tgss/prosa/contribution-record.ts';
import { fie, readFie } from '../../shared/authorities/tgss/prosa/fie.ts';
import { documentOfNumber, numberOfDocument } from '../../shared/authorities/tgss/prosa/identities.ts';
import { settlementReceipt } from '../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { sickLeaves } from '../../shared/authorities/tgss/prosa/sick-leaves.ts';
import { opened } from '../../shared/authorities/tgss/wscn/acceptance.ts';
import { listing, ROLES, type Role } from '../../shared/authorities/tgss/wscn/notices.ts';
import { dayAfter, madridDay, startOfMadridDay, withOffset } from '../../shared/kernel/spanish-time.ts';
import { anonymousPages } from './anonymous.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SURNAME = /^\p{L}[\p{L} '-]{0,39}$/u;
const DOCUMENT = /^[0-9A-Z]{8,10}$/;

/** Values that readings need, by the name of the option: description and format. */
export const VALUES = {
  regimen: ['scheme of a contribution account of yours, 4 digits', /^\d{4}$/],
  ccc: ['that contribution account, 11 digits', /^\d{11}$/],
  cif: ['tax id of its company', DOCUMENT],
  nss: ['affiliation number of a worker of that account, 12 digits', /^\d{12}$/],
  dni: ['identity document of that worker', DOCUMENT],
  apellido1: ['first surname of that worker', SURNAME],
  apellido2: ['second surname of that worker', SURNAME],
  authorised: ['number of your authorised user of Sistema RED', /^\d{1,10}$/],
  alta: ['day on which that worker was registered, YYYY-MM-DD', DAY],
  contract: ['footprint of a contract with a basic copy, E-28-2026-0000001', /^E-\d{2}-\d{4}-\d{7}$/],
  transformed: ['footprint of a contract that was made permanent', /^E-\d{2}-\d{4}-\d{7}$/],
  leaver: ['identity document of a worker with a company certificate', DOCUMENT],
  suspension: ['day of the suspension on that certificate, YYYY-MM-DD', DAY],
  shipment: ["number of a shipment to SEPE's services, C1234567", /^\w{1,20}$/],
  client: ['tax id of a client, for the certificate of contractors', DOCUMENT],
  notice: ['an opened notification of DEHú, sentReference of GET /dehu/notifications-done', /^\d+-\S+$/],
  opened: [
    'an opened notification of TGSS, sentReference of GET /seg-social/notifications',
    /^[123]-\d{1,10}$/,
  ],
  read: ['an opened notification of AEAT, sentReference of GET /aeat/notifications', /^\d{13}$/],
  since: ['first day of lists, YYYY-MM-DD', DAY],
} as const satisfies Record<string, readonly [what: string, form: RegExp]>;

export type ValueName = keyof typeof VALUES;
export type Values = Partial<Record<ValueName, string>>;

/** A reading for one row of the table of exchanges. */
export interface Reading {
  exchange: Exchange<'reading', never, unknown>;
  needs: readonly ValueName[];
  /** @param values the values that the reading needs */
  make(port: Pick<ReadingPort, 'read'>, values: Values): Promise<unknown>;
  /** Whether the result has no personal data and may be shown. */
  isPublic?: true;
}

const asks = <In, Out, Name extends ValueName>(
  exchange: Exchange<'reading', In, Out>,
  needs: readonly Name[],
  inputOf: (values: Record<Name, string>) => In,
): Reading => ({
  exchange,
  needs,
  make: (port, values) => port.read(exchange, inputOf(values as Record<Name, string>)),
});

const ACCOUNT = ['regimen', 'ccc'] as const;
const WORKER = [...ACCOUNT, 'nss'] as const;
const today = () => madridDay(new Date());
/** DEHú lists notifications that were opened in the last 30 days. */
const lastWeeks = () => withOffset(startOfMadridDay(dayAfter(today(), { days: -28 })));
const noticeOf = (sentReference: string) => {
  const [origin = '', identifier = ''] = sentReference.split(/-(.*)/s);
  return { origin, identifier, from: lastWeeks() };
};
const openedOf = (sentReference: string) => {
  const [role, code = ''] = sentReference.split('-') as [Role, string?];
  return { role, code };
};
const footprintIn = (text: string) => ({ footprint: readFootprint(text)! });
const certificateOf = ({ leaver, suspension }: Record<'leaver' | 'suspension', string>) => ({
  dni: leaver,
  startDate: suspension,
});

/** The title of a column without the code of its section, and without accents. */
const plainTitle = (name: string): string =>
  name
    .replace(/ \(\w+\)$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/** The columns of the FIE that public programs read. */
const KNOWN_COLUMNS: ReadonlySet<string> = new Set(
  `fecha registro|c.c.c. principal|razon social|n.a.f.|ipf|primer apellido|segundo apellido|nombre|fecha inicio relacion laboral|
   fecha extincion relacion laboral|entidad responsable|fecha baja it|indicador recaida|dias acumulados|contingencia|tipo proceso|
   duracion estimada|fecha fin it|causa fin it|base reguladora inss|fecha inicio dip|fecha fin dip|causa dip|fecha inicio dop|
   fecha fin dop|importe dop`
    .split('|')
    .map((title) => title.trim()),
);

/**
 * All readings in the order in which they are made. Readings that need the fewest values, and with which other dialogs begin,
 * come first.
 */
export const READINGS: Reading[] = [
  { ...asks(anonymousPages, [], () => ({})), isPublic: true },
  asks(cccHolder, ACCOUNT, (account) => account),
  asks(cccWorkers, ACCOUNT, (account) => ({ ...account, which: 'registered' as const })),
  asks(workerOfCcc, [...ACCOUNT, 'dni'], (worker) => worker),
  asks(situations, WORKER, (worker) => ({ ...worker, offset: 0, limit: 2 })),
  asks(taDocuments, WORKER, (worker) => worker),
  asks(duplicateTa, [...WORKER, 'alta'], ({ alta, ...worker }) => ({
    ...worker,
    date: alta,
    movType: 'ALTA' as const,
  })),
  asks(contributionData, [...WORKER, 'alta'], ({ alta, ...worker }) => ({ ...worker, date: alta })),
  asks(lifeReport, WORKER, (worker) => worker),
  asks(contributionReports, WORKER, (worker) => worker),
  asks(workersReport, ACCOUNT, (account) => account),
  asks(accountLife, [...ACCOUNT, 'since'], ({ since, ...account }) => ({
    ...account,
    startDate: since,
    endDate: today(),
  })),
  asks(accountUpToDate, ACCOUNT, (account) => account),
  asks(documentOfNumber, ['nss'], ({ nss }) => ({ nss })),
  asks(numberOfDocument, ['dni', 'apellido1', 'apellido2'], (named) => named),
  asks(assignedAccounts, ['authorised'], ({ authorised }) => ({ authorised })),
  asks(authorisedUsers, [], () => ({ application: 'XV21B400' })),
  asks(contributionRecord, [...WORKER, 'dni'], (worker) => worker),
  asks(sickLeaves, [...ACCOUNT, 'since'], ({ since, ...account }) => ({
    ...account,
    from: since,
    to: today(),
  })),
  asks(birthCertificates, [...ACCOUNT, 'since'], ({ since, ...account }) => ({
    ...account,
    from: since,
    to: today(),
  })),
  {
    exchange: fie,
    needs: [...ACCOUNT, 'since'],
    make: async (port, { since, ...account }) => {
      const { document } = await port.read(fie, {
        ...(account as Record<(typeof ACCOUNT)[number], string>),
        of: 'company',
        from: since!,
        to: today(),
      });
      // Its columns for births are not public: the names of the new ones show which they are.
      const [first] = document ? await readFie(document.bytes) : [];
      return { newColumns: Object.keys(first ?? {}).filter((name) => !KNOWN_COLUMNS.has(plainTitle(name))) };
    },
  },
  asks(settlementReceipt, [...ACCOUNT, 'since'], ({ since, ...account }) => ({
    ...account,
    type: 'L00',
    from: since.slice(0, 7),
    to: since.slice(0, 7),
  })),
  asks(listing, [], () => ({ roles: Object.keys(ROLES) as Role[] })),
  // It reads only notifications that its list shows as accepted, so it opens none.
  asks(opened, ['opened'], (values) => openedOf(values.opened)),
  asks(taxCompliance, [], () => ({ purpose: 'G1' as const })),
  asks(economicActivities, [], () => ({ year: Number(today().slice(0, 4)) - 1 })),
  asks(subcontractors, ['client'], ({ client }) => ({ nif: client, name: '', today: today() })),
  asks(listedByAgency, [], () => ({ today: today() })),
  // Opens none, for the same reason as at TGSS.
  asks(openedByAgency, ['read'], ({ read }) => ({ code: read, today: today() })),
  asks(presentedReturns, ['cif'], ({ cif }) => ({
    nif: cif,
    name: '',
    modelo: '111',
    ejercicio: today().slice(0, 4),
  })),
  asks(shipmentOfYear, ['cif'], ({ cif }) => ({ nif: cif, year: String(Number(today().slice(0, 4)) - 1) })),
  asks(contractData, ['contract'], ({ contract }) => footprintIn(contract)),
  asks(contractPdf, ['contract'], ({ contract }) => footprintIn(contract)),
  asks(basicCopyPdf, ['contract'], ({ contract }) => footprintIn(contract)),
  asks(contractList, ['cif', ...ACCOUNT, 'since'], ({ since, ...account }) => ({
    ...account,
    from: since,
    to: today(),
    by: 'start' as const,
  })),
  asks(transformationData, ['transformed'], ({ transformed }) => footprintIn(transformed)),
  asks(transformationPdf, ['transformed'], ({ transformed }) => footprintIn(transformed)),
  asks(certificateList, ['leaver'], ({ leaver }) => ({ dni: leaver })),
  asks(certificateDetail, ['leaver', 'suspension'], certificateOf),
  asks(certificatePdf, ['leaver', 'suspension'], certificateOf),
  asks(pending, [], () => ({})),
  asks(realised, [], () => ({})),
  asks(realisedDetail, ['notice'], ({ notice }) => noticeOf(notice)),
  asks(receipt, ['notice'], ({ notice }) => noticeOf(notice)),
  asks(shipmentResult, ['shipment'], ({ shipment }) => ({ shipment })),
];
