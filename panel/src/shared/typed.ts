import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after the last key until the typed text is used. */
const PAUSE = 200;

/** The typed text, once the person pauses, so that not every letter causes a request. An empty text is used at once. */
export const usePaused = (typed: string): string => {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed ? paused : '';
};
