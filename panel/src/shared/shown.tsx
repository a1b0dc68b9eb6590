import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { type Loaded, SharedContext } from './context.ts';
import type { Problem } from './problems.ts';
import { addressOf } from './route.ts';
import { inPlainWords, type Tone } from './words.ts';

/** The title of a page. It takes the focus, so that a screen reader announces the page. */
export const Title = ({ children }: { children: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
};

/** A section of a page under a heading. */
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

/** The first line of a list item: its name, which may be a link, and further content at the right. */
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

/** A message that an action has succeeded. */
export const Success = ({ text }: { text: string | undefined }) =>
  text ? (
    <p class="notice good" role="status">
      {text}
    </p>
  ) : null;

/** Warnings to check before something is filed. They may turn out to be intended. */
export const Warnings = ({ of, children }: { of: readonly string[]; children?: ComponentChildren }) =>
  of.length > 0 || children ? (
    <div class="notice warn" role="alert">
      {of.map((text) => (
        <p key={text}>{inPlainWords(text)}</p>
      ))}
      {children}
    </div>
  ) : null;

/** A form whose submission is handled on the page: the browser itself sends nothing. */
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

/** A state as a coloured word. */
export const Badge = ({ state }: { state: { name: string; tone: Tone } | undefined }) => (
  <span class={`badge ${state?.tone ?? 'calm'}`}>{state?.name ?? 'Otro estado'}</span>
);

/** A failure: what happened, what to do, and the number by which support can find it. */
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
      {problem.reference && (
        <details class="small">
          <summary>Datos técnicos</summary>
          Número de referencia: {problem.reference}
        </details>
      )}
      {children}
    </div>
  ) : null;

/** A link to the page on which a person switches on the second factor. */
const ToSecondFactor = () => {
  const isClient = useContext(SharedContext)?.session.role === null;
  return (
    <p>
      <a href={addressOf(isClient ? 'acceso' : 'ajustes')}>Activar mi segundo factor</a>
    </p>
  );
};

/** Loaded data: a text while they load, the failure, a text if there are none, or the content. */
export function Show<T>({
  of,
  empty,
  children,
}: {
  of: Loaded<T>;
  /** The text to show if there is nothing. */
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

/** A list of loaded data. @param none the text to show if it is empty @param cut the text to show if there may be more */
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
    <Show of={of} empty={(items) => items.length === 0 && (none ?? false)}>
      {(items) => (
        <>
          <ul class="list">{items.map((item) => children(item))}</ul>
          {items.length === cut?.at && <p class="notice">{cut.says}</p>}
        </>
      )}
    </Show>
  );
}

/** Names with their values. Empty values are left out. */
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
