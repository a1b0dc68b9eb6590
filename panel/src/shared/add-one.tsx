import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction, useShared } from './context.ts';
import { Failure, Form } from './shown.tsx';

/** Shows a new secret, which the gateway gives only once. */
export const Secret = ({ what, secret }: { what: string; secret: string | undefined }) =>
  secret ? (
    <div class="notice good" role="status">
      <p>{what}. Guárdelo ahora: no se vuelve a mostrar.</p>
      <pre>{secret}</pre>
    </div>
  ) : null;

/**
 * A form that adds something with a secret, such as a token or a webhook. Only owners have it. @param add creates it and
 * returns its secret
 */
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
