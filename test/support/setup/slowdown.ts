/** Microseconds of CPU time for which the measurement works. */
const WORK = 100_000;

/** How many times longer work takes on this machine now than if it had a processor of its own. */
export const slowdown = (): number => {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    if (user + system >= WORK) return (1000 * (performance.now() - begun)) / (user + system);
  }
};
