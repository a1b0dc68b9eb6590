/** CPU time of the measurement, in microseconds. */
const WORK = 100_000;

/** How many times longer work takes now than with a processor of its own. */
export const slowdown = (): number => {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    if (user + system >= WORK) return (1000 * (performance.now() - begun)) / (user + system);
  }
};
