import { askerOf } from '../../src/call.ts';
import { PasarelaError, StillPending } from '../../src/errors.ts';
import { inquiryOf } from '../../src/filings.ts';
import { UNDER_WAY } from '../../src/under-way.ts';
import { connect, type Reach } from './connection.ts';
import { End, EXIT, type Exit, Misuse } from './ends.ts';
import { FILING_STATES } from './generated/operations.ts';
import { showAnswer, showFailure, type Wanted } from './report.ts';
import { interrupted, print, tell } from './terminal.ts';
import { jsonOf, line, word } from './text.ts';

/** Commands about trámites. */

/** Exit code by state of the trámite. */
const EXITS: Record<string, Exit> = {
  accepted: EXIT.done,
  answered: EXIT.done,
  declaredFiled: EXIT.done,
  refused: EXIT.refused,
  unknown: EXIT.unknown,
  declaredNotFiled: EXIT.notSent,
  notSent: EXIT.notSent,
  failed: EXIT.notSent,
  dryRun: EXIT.done,
};

/** Looks a submission up at its authority, by its trámite or by its key. Files nothing. */
export const checkFiling = async (
  id: string | undefined,
  options: Reach & { key?: string },
): Promise<Exit> => {
  const { key } = options;
  if ((id === undefined) === (key === undefined))
    throw new Misuse('Indique un trámite o --key, una de las dos cosas.');
  // An empty one would match any trámite.
  if (!/^\w+$/.test(id ?? 'x') || !/^[!-~]+$/.test(key ?? 'x'))
    throw new Misuse('El trámite o la clave están vacíos o no son válidos.');
  const { transport, certificate } = await connect(options);
  try {
    const filing = await inquiryOf(askerOf(transport), { key, secret: certificate }, id).check();
    if (!filing)
      throw new End(
        EXIT.notSent,
        'Ningún trámite tiene esa clave: hasta ahora la petición no ha llegado al servicio.',
      );
    const { state, message } = filing;
    const exit = EXITS[state] ?? (UNDER_WAY.includes(state) ? EXIT.underWay : EXIT.failed);
    if (options.json) print(jsonOf({ outcome: state, data: filing }, 2));
    else {
      print(`Trámite ${line(filing.id)}: ${line(FILING_STATES[state] ?? state)}.`);
      if (message && message !== 'OK') print(line(message));
      if (exit === EXIT.unknown)
        tell(
          `Sigue sin saberse. Que una persona lo mire en la página del organismo y diga lo que vio:\n  pasarela resolveFiling --id ${word(filing.id)} --filed sí|no --note "…"`,
        );
    }
    return exit;
  } catch (error) {
    // A failed look-up says nothing about the filing.
    const exit = showFailure(error, options);
    return error instanceof End ? exit : EXIT.unknown;
  }
};

/** Waits until a trámite has ended, and shows its answer. */
export const waitForFiling = async (
  id: string,
  options: Reach & Wanted & { seconds?: string },
): Promise<Exit> => {
  const { gateway } = await connect(options);
  const timeoutSeconds = Number(options.seconds ?? 1_200);
  if (!(timeoutSeconds >= 0)) throw new Misuse('--seconds: debe ser un número.');
  try {
    const answer = await gateway.waitFor(id, { timeoutSeconds, signal: interrupted });
    return await showAnswer(answer, { ...options, bytes: gateway.bytes });
  } catch (error) {
    const isGoingOn = error instanceof StillPending || (error as Error).name === 'AbortError';
    if (isGoingOn)
      throw new End(EXIT.underWay, `El trámite ${id} sigue en curso: pasarela tramites wait ${id}`);
    const exit = showFailure(error, { ...options, check: `pasarela tramites check ${id}` });
    // A failure of another kind, such as an expired token, does not end the trámite.
    return error instanceof PasarelaError && error.filingId === id ? exit : EXIT.underWay;
  }
};
