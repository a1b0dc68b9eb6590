import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Capability } from '../capabilities/capability.ts';
import type { Session } from '../session.ts';
import type { Drafts } from './drafts.ts';
import { mistakesOf, type Paths, type Problem, problemOf, withoutMistakes } from './problems.ts';

/** A client company that can be chosen. */
export interface Company {
  id: number;
  name: string;
}

/** State and actions that all pages share. */
export interface Shared {
  session: Session;
  /** What stands on the gateway, and adds to its pages. */
  capabilities: readonly Capability[];
  /** The company to which lists are limited; without it they cover all companies. */
  company: Company | undefined;
  chooseCompany(company: Company | undefined): void;
  drafts: Drafts;
  /** Called when the person has changed the own name. */
  rename(name: string): void;
  /** Called when the session has ended, to show the sign-in page again. */
  leave(): void;
}

export const SharedContext = createContext<Shared | undefined>(undefined);

/** The state that all pages share. @throws Error outside a session */
export const useShared = (): Shared => {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('no session');
  return shared;
};

/** The state of a request for data. */
export interface Loaded<T> {
  data: T | undefined;
  problem: Problem | undefined;
  isLoading: boolean;
  reload(): void;
}

/** Explains errors, and leaves the session if the gateway has ended it. */
const useProblem = () => {
  const { leave } = useShared();
  return useCallback(
    (error: unknown, mayChange: boolean): Problem => {
      if ((error as { status?: number }).status === 401) leave();
      const problem = problemOf(error, mayChange);
      // A bug of these pages also goes to the browser's console and error handlers.
      if (problem.isOwn) reportError(error);
      return problem;
    },
    [leave],
  );
};

/**
 * Loads data when the page opens and when something in `of` or `by` changes. An answer to an outdated request is dropped.
 * @param of the subject, such as the company: when it changes, the old data disappear at once
 * @param by the part of the subject, such as the page of a list: when it changes, the old data stay until the new ones arrive
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

/** Reloads data that change by themselves, after some seconds. @param seconds `undefined` if nothing changes any more */
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

/** Runs an action of a person, only one at a time. @param of.mayChange whether it may change or file something */
export const useAction = ({ mayChange = true } = {}) => {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const toProblem = useProblem();
  const running = useRef(false);
  const run = async (work: () => Promise<unknown>, may = mayChange): Promise<void> => {
    // A state would not be updated yet at the second of two quick clicks, so this is a ref.
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

/** `useAction` for actions after which `onChange` is called. @returns also `act`, which turns an action into a click handler */
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
 * `useAction` for a form: keeps mistakes by field, so that the form shows each at its field.
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
