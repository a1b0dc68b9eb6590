/** What an error is, in a line. */
const described = ({ name, message, stack, cause }: Error): object => ({
  name,
  message,
  stack,
  ...(cause instanceof Error && { cause: described(cause) }),
});

/** The trace of X-Ray to which a line belongs; Lambda tells it in the environment, anew for each call. */
const traceId = (): string | undefined => /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];

/** Not with `console`, before whose lines Lambda writes some text. */
const write = (level: 'INFO' | 'ERROR', message: string, facts: Record<string, unknown>): void => {
  const line = {
    ...{ level, message, timestamp: new Date(), service: 'pasarela', xray_trace_id: traceId() },
    ...facts,
  };
  const text = JSON.stringify(line, (_, value) => (value instanceof Error ? described(value) : value));
  process.stdout.write(`${text}\n`);
};

/**
 * The service's log: JSON lines. What goes in are names of operations and exchanges, counts, times, statuses and ids
 * of our own; never fields of a request, tokens, secrets, documents or identifiers of persons. Of an error: its name,
 * message, stack and cause.
 */
export const logger = {
  info: (message: string, facts: Record<string, unknown>): void => write('INFO', message, facts),
  error: (message: string, facts: Record<string, unknown>): void => write('ERROR', message, facts),
};
