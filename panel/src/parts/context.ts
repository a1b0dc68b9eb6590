import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Drafts } from '../logic/drafts.ts';
import { mistakesOf, type Paths, type Problem, problemOf, withoutMistakes } from '../logic/problems.ts';
import type { Session } from '../session.ts';

/** A client company, to choose one by. */
export interface Company {
  id: number;
  name: string;
}

/** What all pages know. */
export interface Shared {
  session: Session;
  /** The company that lists are about; all of them without it. */
  company: Company | undefined;
  chooseCompany(company: Company | undefined): void;
  drafts: Drafts;
  /** Who signed in has another name now. */
  rename(name: string): void;
  /** The session has ended: ask to sign in again. */
  leave(): void;
}

export const SharedContext = createContext<Shared | undefined>(undefined);

/** What all pages know. @throws Error outside a session */
export const useShared = (): Shared => {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('no session');
  return shared;
};

/** Something that is being asked for. */
export interface Loaded<T> {
  data: T | undefined;
  problem: Problem | undefined;
  isLoading: boolean;
  reload(): void;
}

/** Ends the session where it has ended at the gateway. */
const useProblem = () => {
  const { leave } = useShared();
  return useCallback(
    (error: unknown, mayChange: boolean): Problem => {
      if ((error as { status?: number }).status === 401) leave();
      const problem = problemOf(error, mayChange);
      // The browser's own list of errors has it, too.
      if (problem.isOwn) reportError(error);
      return problem;
    },
    [leave],
  );
};

/**
 * Asks when the page opens and when something in `of` or `by` changes. What was asked before and comes later is dropped.
 * @param of what it is about, such as the company: when that changes, what is shown of another one goes away at once
 * @param by what chooses a part of that, such as its page: when that changes, what is shown stays until the other comes
 */
export const useLoaded = <T>(ask: () => Promise<T>, of: unknown[], by: unknown[] = []): Loaded<T> => {
  const [state, setState] = useState<Answered<T>>({ of, ...ASKED });
  const [turn, setTurn] = useState(0);
  const toProblem = useProblem();
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, problem: undefined, isLoading: true }));
    ask().then(
      (data) => isCurrent && setState({ of, data, problem: undefined, isLoading: false }),
      (error) =>
        isCurrent && setState({ of, data: undefined, problem: toProblem(error, false), isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [...of, ...by, turn]);
  const { data, problem, isLoading } = isSame(state.of, of) ? state : ASKED;
  return { data, problem, isLoading, reload: useCallback(() => setTurn((before) => before + 1), []) };
};

type Answered<T> = Omit<Loaded<T>, 'reload'> & { of: unknown[] };

const ASKED = { data: undefined, problem: undefined, isLoading: true };

const isSame = (one: unknown[], other: unknown[]): boolean => one.every((part, at) => part === other[at]);

/** Asks again after some seconds for what goes on by itself. @param seconds `undefined` where nothing changes any more */
export const useAskedAgain = (
  { isLoading, reload }: Pick<Loaded<unknown>, 'isLoading' | 'reload'>,
  seconds: number | undefined,
): void => {
  const wait = isLoading ? undefined : seconds;
  useEffect(() => {
    if (wait === undefined) return;
    const timer = setTimeout(reload, wait * 1000);
    return () => clearTimeout(timer);
  }, [wait, reload]);
};

/** Does something when a person asks for it, once at a time. @param of.mayChange it may change or file something */
export const useAction = ({ mayChange = true } = {}) => {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const toProblem = useProblem();
  const running = useRef(false);
  const run = async (work: () => Promise<unknown>, may = mayChange): Promise<void> => {
    // A state would be read too late by the second of two quick clicks.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(toProblem(error, may));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, problem, clear: () => setProblem(undefined) };
};

/** The same, for what changes something that is shown. @returns also `act`, which makes of some work what a click does */
export const useChange = (onChange: () => void) => {
  const action = useAction();
  const act = (work: () => Promise<unknown>) => () =>
    action.run(async () => {
      await work();
      onChange();
    });
  return { ...action, act };
};

/**
 * The same, for what a form sends: what is wrong with a field is kept by that field, so that the form shows it there.
 * @param paths the fields of the form, by the paths that the interface has for them
 */
export const useSending = <Field extends string>(paths: Paths<Field>) => {
  const { run, isBusy, problem } = useAction();
  const [mistakes, setMistakes] = useState<Partial<Record<Field, string[]>>>({});
  const send = (work: () => Promise<unknown>) =>
    run(async () => {
      setMistakes({});
      try {
        await work();
      } catch (error) {
        setMistakes(mistakesOf(error, paths));
        throw error;
      }
    });
  return { send, isBusy, mistakes, problem: problem && withoutMistakes(problem, paths) };
};
