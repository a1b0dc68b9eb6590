import { useState } from 'preact/hooks';
import { Certificates, useCertificates } from '../../gateway/certificates/certificate-choice.tsx';
import { meant } from '../../gateway/certificates/certificates.ts';
import { certificateSources } from '../../gateway/filings/certificate-sources.ts';
import {
  COMPANY_CERTIFICATE,
  certificateValues,
  contributionMonths,
} from '../../gateway/filings/certificate-values.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { madridDay, showDay, showDaysLeft } from '../../shared/days.ts';
import { CERTIFICATE_TYPES } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';
import { addressOf, START } from '../../shared/route.ts';
import { Badge, Failure, Show, Title } from '../../shared/shown.tsx';
import { Table } from '../../shared/table.tsx';
import { showAccount } from '../../shared/who.ts';
import { capital } from '../../shared/words.ts';
import { formFor, isForBatch, togetherText } from './due.ts';
import { Doubts, InBatch } from './obligation-item.tsx';
import { ANY_DAY, companiesText, inLines, lineText, type Obligation, ofAnyDay } from './to-do.ts';
import { due } from './today.ts';
import { obligationState } from './words.ts';

/** Alike obligations as a sheet, company by company: the same kind, with the same last day or, for `todos`, with any. */
export const Alike = ({
  rule,
  day,
  isCertain,
}: {
  rule: string;
  day: string | undefined;
  isCertain: boolean;
}) => {
  const { session, company } = useShared();
  const loaded = useLoaded(async () => {
    const { obligations, hasMore } = await session.askToday(due, company?.id);
    const wanted = day === 'ninguno' ? null : (day ?? null);
    const ofRule = obligations.filter((line) => line.rule.id === rule);
    const alike = ofRule.filter((line) => line.due === wanted && line.certain === isCertain);
    return { line: day === ANY_DAY ? ofAnyDay(ofRule) : inLines(alike)[0], hasMore };
  }, [rule, day, isCertain, company?.id]);
  const { line } = loaded.data ?? {};
  return (
    <>
      <Title>{line ? capital(lineText(line, madridDay(new Date()))) : 'Lo que vence'}</Title>
      <p>
        <a href={addressOf(START)}>Volver a Hoy</a>
      </p>
      <Show of={loaded} empty={({ line }) => !line && 'Ya no queda ninguno.'}>
        {({ line, hasMore }) => (
          <>
            <p>
              {line && companiesText(line)}
              {line?.due !== undefined &&
                line.obligations[0] &&
                ` · ${showDaysLeft(line.obligations[0].daysLeft, isCertain)}`}
            </p>
            {line?.obligations[0] && <Doubts of={{ ...line.obligations[0], doubt: line.doubt }} />}
            {hasMore && (
              <p class="notice">Hay más obligaciones de las que se leen de una vez: elija una empresa.</p>
            )}
            {line && (
              <Sheet
                rows={line.obligations.toSorted(byCompany)}
                rule={line.rule}
                due={line.due}
                hasDoubts={line.doubt === null}
              />
            )}
          </>
        )}
      </Show>
    </>
  );
};

const byCompany = (one: Obligation, other: Obligation): number =>
  (one.companyName ?? '').localeCompare(other.companyName ?? '', 'es') ||
  (one.worker?.name ?? one.worker?.document ?? '').localeCompare(
    other.worker?.name ?? other.worker?.document ?? '',
    'es',
  );

/**
 * The obligations as rows. A person chooses which of them one batch fulfils; at first all are chosen. If their doubts differ,
 * each row has its own.
 */
const Sheet = ({
  rows,
  rule,
  due,
  hasDoubts,
}: {
  rows: Obligation[];
  rule: Obligation['rule'];
  due: string | null | undefined;
  hasDoubts: boolean;
}) => {
  const { session, capabilities } = useShared();
  const { run, isBusy, problem } = useAction();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [picked, pick] = useState<string>();
  const serving = { certificateType: TYPES[rule.authority] };
  const certificates = useCertificates(serving);
  const certificate = picked ?? meant(certificates.data ?? [], undefined)?.secret ?? '';
  const possible = session.role === 'reads' ? [] : rows.filter(isForBatch);
  const chosen = possible.filter(({ id }) => !without.has(id));
  const leave = (ids: readonly string[], isLeft: boolean) =>
    setWithout((before) => {
      const after = new Set(before);
      for (const id of ids) isLeft ? after.add(id) : after.delete(id);
      return after;
    });
  const begin = () =>
    run(async () => {
      const line = { rule, due, obligations: chosen };
      const bodies = new Map<string, CertificateBody>();
      if (rule.operation === COMPANY_CERTIFICATE)
        for (const obligation of chosen)
          bodies.set(obligation.id, await certificateBody({ session, capabilities }, obligation));
      const { data } = await session.gateway.createBatch(
        {
          name: capital(lineText(line, madridDay(new Date()))),
          rows: chosen.map(({ id }) => ({
            obligation: id,
            ...(bodies.has(id) && { body: bodies.get(id)! }),
          })),
        },
        { certificate },
      );
      location.hash = addressOf('importar', data.batch.id);
    });
  return (
    <>
      {possible.length > 1 && (
        <div class="together">
          <Certificates of={certificates} value={certificate} onChange={pick} />
          <div class="actions">
            <button
              type="button"
              class="main"
              disabled={isBusy || chosen.length === 0 || !certificate}
              onClick={begin}
            >
              {isBusy ? 'Un momento…' : togetherText(rule, chosen.length)}
            </button>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.length === possible.length}
                onChange={({ currentTarget }) =>
                  leave(
                    possible.map(({ id }) => id),
                    !currentTarget.checked,
                  )
                }
              />{' '}
              Todos
            </label>
            <span class="small">
              Primero se completan los datos que falten y se prueban. No se presenta nada hasta que confirme.
            </span>
          </div>
          <Failure problem={problem} />
        </div>
      )}
      <Table
        caption={rule.title}
        kind="alike"
        columns={['Trabajador', 'Documento', 'Empresa', 'Cuenta', 'Del día', 'Estado', 'Hacer']}
      >
        {rows.map((obligation) => {
          const form = session.role === 'reads' || obligation.batch ? undefined : formFor(obligation);
          const { worker } = obligation;
          const name = worker?.name ?? worker?.document ?? worker?.nss ?? 'La cuenta';
          return (
            <tr key={obligation.id}>
              <th scope="row">
                {possible.length > 1 && isForBatch(obligation) ? (
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={!without.has(obligation.id)}
                      onChange={({ currentTarget }) => leave([obligation.id], !currentTarget.checked)}
                    />{' '}
                    {name}
                  </label>
                ) : (
                  name
                )}
              </th>
              <td>
                {worker?.document && <a href={addressOf('historia', worker.document)}>{worker.document}</a>}
              </td>
              <td>{obligation.companyName}</td>
              <td class="account">{obligation.account && showAccount(obligation.account)}</td>
              <td class="account">{showDay(obligation.of)}</td>
              <td>
                <Badge state={obligationState(obligation)} />
                {due === undefined && ` ${showDaysLeft(obligation.daysLeft, obligation.certain)}`}
                {hasDoubts && <Doubts of={{ ...obligation, calendarNote: null }} />}
              </td>
              <td>
                {form && (
                  <a class="button" href={addressOf('tramitar', form.operation, form.filled)}>
                    Hacerlo<span class="unseen">: {name}</span>
                  </a>
                )}
                {obligation.batch && <InBatch batch={obligation.batch} />}
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
};

/** The blocks of a company certificate. */
type CertificateBody = Record<string, Record<string, unknown>>;

/** What the office knows for a company certificate, as its form begins. */
const certificateBody = async (
  shared: Parameters<typeof certificateSources>[0],
  obligation: Obligation,
): Promise<CertificateBody> => {
  const { filled: known = {} } = formFor(obligation) ?? {};
  const { causa } = known;
  const cause = causa
    ? await shared.session.gateway.getFiling({ id: causa }).then(
        ({ data }) => data,
        () => undefined,
      )
    : undefined;
  const { filled } = certificateValues(await certificateSources(shared, known as Filled, cause));
  const body: CertificateBody = {};
  for (const [path, value] of Object.entries(filled)) {
    const [block = '', name = ''] = path.split('.');
    body[block] = { ...body[block], [name]: value };
  }
  const { FechaAltaEmpresa: from, FechaSuspensionExtincion: to } = body.Datos_Trabajador ?? {};
  // Agrarian accounts have a list of their own.
  if (typeof from === 'string' && typeof to === 'string' && known.regimen !== '0163')
    body.Datos_Trabajador!.Datos_Cotizacion = contributionMonths(from, to);
  return body;
};

/** Types of certificates, by authority. */
const TYPES: Record<string, number> = {
  tgss: CERTIFICATE_TYPES['seg-social']!,
  sepe: CERTIFICATE_TYPES.sepe!,
  // Data of sick leaves are sent to it through the Seguridad Social.
  inss: CERTIFICATE_TYPES['seg-social']!,
};
