import { digestRounds } from '../../shared/certificates/digest-rounds.ts';
/** CPU time of a function, in milliseconds. Other processes do not affect it. */
export const cpuTimeOf = (act: () => void): number => {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Milliseconds of processor time of a known work, now: 500,000 digests, which take 180 on the machine where limits were
 * chosen. Where this takes longer, because the machine is slower or busy, so does everything else.
 */
export const yardstick = (): number =>
  Math.min(...[1, 2].map(() => cpuTimeOf(() => digestRounds('sha256', Buffer.from('x'), 500_000))));
