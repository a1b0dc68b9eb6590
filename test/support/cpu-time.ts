import { digestRounds } from '../../shared/certificates/digest-rounds.ts';
/** CPU time of a function, in milliseconds. Other processes do not affect it. */
export const cpuTimeOf = (act: () => void): number => {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/**
 * CPU time that a fixed amount of work takes now, in milliseconds: 500,000 digests, which took 180 ms on the machine on which
 * limits were chosen. If it takes longer, because the machine is slower or busy, everything else does, too.
 */
export const yardstick = (): number =>
  Math.min(...[1, 2].map(() => cpuTimeOf(() => digestRounds('sha256', Buffer.from('x'), 500_000))));
