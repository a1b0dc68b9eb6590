/** Processor time that something takes, in milliseconds. It does not depend on what else the machine does. */
export const cpuTimeOf = (act: () => void): number => {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};
