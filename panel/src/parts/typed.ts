import { useEffect, useState } from 'preact/hooks';

/** Milliseconds without a key after which it is asked for what was typed. */
const PAUSE = 200;

/** What was typed, once the person pauses: each letter would be a question of its own. What is emptied counts at once. */
export const usePaused = (typed: string): string => {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed ? paused : '';
};
