import { madridDay, showDay, showDaysLeft } from '../logic/days.ts';
import { formFor } from '../logic/due.ts';
import { addressOf, START } from '../logic/route.ts';
import { companiesText, inLines, lineText, type Obligation } from '../logic/to-do.ts';
import { showAccount } from '../logic/who.ts';
import { capital, OBLIGATION_STATES } from '../logic/words.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { Badge, Show, Title } from '../parts/shown.tsx';
import { Table } from '../parts/table.tsx';

/** Alike obligations as a sheet: the same kind with the same last day, company by company. */
export const Alike = ({ rule, day }: { rule: string; day: string | undefined }) => {
  const { session, company } = useShared();
  const loaded = useLoaded(async () => {
    const { obligations, hasMore } = await session.askToday('due', company?.id);
    const wanted = day === 'ninguno' ? null : (day ?? null);
    const alike = obligations.filter((one) => one.rule.id === rule && one.due === wanted);
    return { line: inLines(alike)[0], hasMore };
  }, [rule, day, company?.id]);
  const { line } = loaded.data ?? {};
  return (
    <>
      <Title>{line ? capital(lineText(line, madridDay(new Date()))) : 'Lo que vence'}</Title>
      <p>
        <a href={addressOf(START)}>Volver a Hoy</a>
      </p>
      <Show of={loaded} empty={({ line: found }) => !found && 'Ya no queda ninguno.'}>
        {({ line: found, hasMore }) => (
          <>
            <p>
              {found && companiesText(found)}
              {found?.obligations[0] && ` · ${showDaysLeft(found.obligations[0].daysLeft)}`}
            </p>
            {hasMore && (
              <p class="notice">Hay más obligaciones de las que se leen de una vez: elija una empresa.</p>
            )}
            <Sheet rows={(found?.obligations ?? []).toSorted(byCompany)} caption={found?.rule.title ?? ''} />
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

const Sheet = ({ rows, caption }: { rows: Obligation[]; caption: string }) => {
  const { session } = useShared();
  return (
    <Table
      caption={caption}
      kind="alike"
      columns={['Trabajador', 'Documento', 'Empresa', 'Cuenta', 'Del día', 'Estado', 'Hacer']}
    >
      {rows.map((one) => {
        const form = session.role === 'reads' ? undefined : formFor(one);
        const { worker } = one;
        const name = worker?.name ?? worker?.document ?? worker?.nss ?? 'La cuenta';
        return (
          <tr key={one.id}>
            <th scope="row">{name}</th>
            <td>
              {worker?.document && <a href={addressOf('historia', worker.document)}>{worker.document}</a>}
            </td>
            <td>{one.companyName}</td>
            <td class="account">{one.account && showAccount(one.account)}</td>
            <td class="account">{showDay(one.of)}</td>
            <td>
              <Badge state={OBLIGATION_STATES[one.state]} />
            </td>
            <td>
              {form && (
                <a class="button" href={addressOf('tramitar', form.operation, form.filled)}>
                  Hacerlo<span class="unseen">: {name}</span>
                </a>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
};
