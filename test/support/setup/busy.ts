/** CPU time of the measurement, in microseconds. */
const WORK = 100_000;

/** How many times longer work takes now than with a processor of its own. */
const slowdown = (): number => {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    if (user + system >= WORK) return (1000 * (performance.now() - begun)) / (user + system);
  }
};

/** Whether the machine is so busy that no more should be done in parallel than is needed. */
export const isBusy = (): boolean => slowdown() > 3;
