import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction, useShared } from './context.ts';
import { Failure, Form } from './shown.tsx';

/** A secret that is shown once. */
export const Secret = ({ what, secret }: { what: string; secret: string | undefined }) =>
  secret ? (
    <div class="notice good" role="status">
      <p>{what}. Guárdelo ahora: no se vuelve a mostrar.</p>
      <pre>{secret}</pre>
    </div>
  ) : null;

/** A form for one thing more, which has a secret. Only owners have it. @param add makes it, and gives its secret */
export const AddOne = ({
  title,
  what,
  add,
  children,
}: {
  title: string;
  what: string;
  add(): Promise<string>;
  children: ComponentChildren;
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const [secret, setSecret] = useState<string>();
  if (session.role !== 'owner') return null;
  return (
    <>
      <details class="box">
        <summary>{title}</summary>
        <Form onSubmit={() => run(async () => setSecret(await add()))}>
          {children}
          <button type="submit" class="main" disabled={isBusy}>
            {title}
          </button>
        </Form>
        <Failure problem={problem} />
      </details>
      <Secret what={what} secret={secret} />
    </>
  );
};
