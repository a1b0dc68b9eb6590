/** What is rarely shown first. It is one file, because several small ones take longer to load. */
export { Comparison } from './comparison.tsx';
export { WorkerList } from './worker-list.tsx';
export { Workforce } from './workforce.tsx';
