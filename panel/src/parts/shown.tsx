import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Problem } from '../logic/problems.ts';
import { addressOf } from '../logic/route.ts';
import { inPlainWords, type Tone } from '../logic/words.ts';
import { type Loaded, SharedContext } from './context.ts';

/** The title of a page. It takes the focus, so that a screen reader says where one is. */
export const Title = ({ children }: { children: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
};

/** A part of a page under a heading. */
export const Section = ({
  id,
  title,
  isBox,
  children,
}: {
  id: string;
  title: ComponentChildren;
  isBox?: true;
  children: ComponentChildren;
}) => (
  <section aria-labelledby={id} class={isBox && 'box'}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** The first line of one thing in a list: what it is called, which may lead to it, and what stands next to that. */
export const Line = ({
  name,
  href,
  children,
}: {
  name: ComponentChildren;
  href?: string;
  children: ComponentChildren;
}) => (
  <div class="line">
    {href ? (
      <a class="strong" href={href}>
        {name}
      </a>
    ) : (
      <span class="strong">{name}</span>
    )}
    {children}
  </div>
);

/** What was done, said once it is. */
export const Told = ({ text }: { text: string | undefined }) =>
  text ? (
    <p class="notice good" role="status">
      {text}
    </p>
  ) : null;

/** What is to be looked at before something is filed, which may be as it is meant. */
export const Warnings = ({ of, children }: { of: readonly string[]; children?: ComponentChildren }) =>
  of.length > 0 || children ? (
    <div class="notice warn" role="alert">
      {of.map((text) => (
        <p key={text}>{inPlainWords(text)}</p>
      ))}
      {children}
    </div>
  ) : null;

/** A form. Nothing of it leaves the page by itself. */
export const Form = ({
  onSubmit,
  ...rest
}: {
  class?: string;
  onSubmit(): void;
  children: ComponentChildren;
}) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

/** A state, in words and a colour. */
export const Badge = ({ state }: { state: { name: string; tone: Tone } | undefined }) => (
  <span class={`badge ${state?.tone ?? 'calm'}`}>{state?.name ?? 'Otro estado'}</span>
);

/** A failure: what happened, what to do, and the number by which it can be found. */
export const Failure = ({
  problem,
  children,
}: {
  problem: Problem | undefined;
  children?: ComponentChildren;
}) =>
  problem ? (
    <div class="notice bad" role="alert">
      <strong>{problem.title}</strong>
      {problem.text.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {problem.fields.length > 0 && (
        <ul>
          {problem.fields.map(([name, messages]) => (
            <li key={name}>
              <b>{name}</b>: {messages.join(' ')}
            </li>
          ))}
        </ul>
      )}
      {problem.needsSecondFactor && <ToSecondFactor />}
      {problem.filingId && (
        <p>
          <a href={addressOf('tramites', problem.filingId)}>Ver el trámite</a>
        </p>
      )}
      {problem.reference && <p class="small">Número de referencia: {problem.reference}</p>}
      {children}
    </div>
  ) : null;

/** Where one switches one's own second factor on. */
const ToSecondFactor = () => {
  const isClient = useContext(SharedContext)?.session.role === null;
  return (
    <p>
      <a href={addressOf(isClient ? 'acceso' : 'ajustes')}>Activar mi segundo factor</a>
    </p>
  );
};

/** What was asked for: while it comes, when it failed, when there is nothing, and when it is there. */
export function Show<T>({
  of,
  empty,
  children,
}: {
  of: Loaded<T>;
  /** What to say where there is nothing. */
  empty?: (data: T) => string | false;
  children: (data: T) => ComponentChildren;
}) {
  if (of.problem)
    return (
      <Failure problem={of.problem}>
        <button type="button" onClick={of.reload}>
          Intentarlo otra vez
        </button>
      </Failure>
    );
  if (of.data === undefined) return <p class="muted">Un momento…</p>;
  const nothing = empty?.(of.data);
  return <div aria-busy={of.isLoading}>{nothing ? <p class="muted">{nothing}</p> : children(of.data)}</div>;
}

/** A list of what was asked for. @param none what to say where there is nothing @param cut where there may be more */
export function Listed<T>({
  of,
  none,
  cut,
  children,
}: {
  of: Loaded<T[]>;
  none?: string;
  cut?: { at: number; says: string };
  children: (one: T) => ComponentChildren;
}) {
  return (
    <Show of={of} empty={(found) => found.length === 0 && (none ?? false)}>
      {(found) => (
        <>
          <ul class="list">{found.map((one) => children(one))}</ul>
          {found.length === cut?.at && <p class="notice">{cut.says}</p>}
        </>
      )}
    </Show>
  );
}

/** Names with their values; those without a value are left out. */
export const Facts = ({ of }: { of: [name: string, value: ComponentChildren][] }) => (
  <dl>
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
