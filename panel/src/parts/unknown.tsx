import { useState } from 'preact/hooks';
import { guideFor, type ListedFiling } from '../logic/to-do.ts';
import { FILING_STATES } from '../logic/words.ts';
import { useChange, useShared } from './context.ts';
import { TextField } from './field.tsx';
import { useSaid } from './said.ts';
import { Failure } from './shown.tsx';

/** What to do about a trámite whose outcome is unknown: ask the authority, and else declare what a person saw there. */
export const UnknownGuide = ({ filing, onChange }: { filing: ListedFiling; onChange(): void }) => {
  const { session } = useShared();
  const { run, act, isBusy, problem } = useChange(onChange);
  const [found, setFound] = useState<string>();
  const [note, setNote] = useState('');
  const said = useSaid(filing.operation);

  const check = () =>
    run(async () => {
      setFound(undefined);
      const { data } = await session.gateway.checkFiling({ id: filing.id });
      if (data.state !== 'unknown') return onChange();
      setFound(
        data.message ?? 'El organismo no lo muestra todavía. Puede tardar: vuelva a comprobarlo más tarde.',
      );
    });
  const declare = (filed: boolean) =>
    act(() => session.gateway.resolveFiling({ id: filing.id, filed, note }));

  return (
    <div class="guide">
      <ol>
        {guideFor(filing).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <button type="button" class="main" disabled={isBusy} onClick={check}>
        Comprobar ahora
      </button>
      {found && (
        <p class="notice" role="status">
          <b>{FILING_STATES.unknown?.name}.</b> {said(found)}
        </p>
      )}
      {session.role !== 'reads' && (
        <details>
          <summary>Declarar lo que he visto en el organismo</summary>
          <TextField label="Qué ha visto, y dónde" value={note} onChange={setNote} required />
          <div class="actions">
            <button type="button" disabled={isBusy || !note} onClick={declare(true)}>
              Consta: está presentado
            </button>
            <button type="button" disabled={isBusy || !note} onClick={declare(false)}>
              No consta: no se presentó
            </button>
          </div>
        </details>
      )}
      <Failure problem={problem} />
    </div>
  );
};
