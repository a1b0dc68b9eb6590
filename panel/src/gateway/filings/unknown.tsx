import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { TextField } from '../../shared/field.tsx';
import { readDescribed } from '../../shared/reference.ts';
import { Failure } from '../../shared/shown.tsx';
import { FILING_STATES, theAuthority } from '../../shared/words.ts';
import { canBeAsked, guideFor } from './outcomes.ts';

/** Steps for a trámite whose outcome is unknown: ask the authority if it has a query, otherwise declare what a person saw there. */
export const UnknownGuide = ({
  filing,
  onChange,
  line,
}: {
  filing: ListedFiling;
  /** Called when its outcome is known. */
  onChange(filing: ListedFiling): void;
  /**
   * For use in a list: the lines of the entry, with these buttons. The guide is then folded, and the list itself warns not to
   * file it again.
   */
  line?: (buttons: ComponentChildren) => ComponentChildren;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState('');
  const [isOpen, setOpen] = useState(!line);
  const form = useLoaded(
    async () => (await readDescribed()).find(({ address }) => address === filing.operation),
    [filing.operation],
  );
  if (form.isLoading && !line) return <p class="muted">Un momento…</p>;
  // An operation without a description was filed through an older address. In this case the service decides.
  const isAsked = !form.isLoading && (form.data === undefined || canBeAsked(form.data, filing));

  const check = () =>
    run(async () => {
      setMissing(false);
      const { data } = await session.gateway.checkFiling({ id: filing.id });
      if (data.state === 'unknown') setMissing(true);
      else onChange(data);
    });
  const declare = (filed: boolean) => () =>
    run(async () => onChange((await session.gateway.resolveFiling({ id: filing.id, filed, note })).data));

  const button = isAsked && (
    <button type="button" class={line ? undefined : 'main'} disabled={isBusy} onClick={check}>
      Comprobar ahora
    </button>
  );
  const isShown = isOpen && !form.isLoading;
  const steps = guideFor(filing, isAsked).slice(line ? 1 : 0);
  return (
    <div class="guide">
      {line?.(
        <>
          {button}
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Qué hacer
          </button>
        </>,
      )}
      {isShown && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {!line && button}
      {isMissing && (
        <p class="notice" role="status">
          <b>{FILING_STATES.unknown?.name}.</b> Se ha preguntado, y {theAuthority(filing.authority)} no lo
          muestra. Eso no prueba que no esté presentado, porque puede tardar: vuelva a comprobarlo más tarde.
        </p>
      )}
      {isShown && session.role !== 'reads' && (
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
