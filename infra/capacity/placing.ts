import type { Group } from '../../shared/operation/operation.ts';
import { consumerName } from '../names.ts';
import { queuedGroups } from '../queues/work-queues.ts';
import type { Stage } from '../stages.ts';
import { processorsOf } from './settings.ts';

/**
 * Groups of which the questions have a function of their own: they run elsewhere than what files, or send their answers in
 * parts.
 */
export const separatedGroups = (
  { capacity, streamedReadings }: Pick<Stage, 'capacity' | 'streamedReadings'>,
  groups: Group[],
): Group[] =>
  streamedReadings || (capacity !== 'onDemand' && !capacity.managed.submissions) ? queuedGroups(groups) : [];

/** The name of the function that answers the questions of such a group. */
export const readingsName = ({ name }: Pick<Group, 'name'>): string => `${name}-readings`;

/** Names of functions that run on managed instances, by who must trust each other: what asks only, and what files. */
export const managedFunctions = (
  stage: Pick<Stage, 'capacity' | 'streamedReadings'>,
  groups: Group[],
): { asking: string[]; filing: string[] } => {
  const { capacity } = stage;
  if (capacity === 'onDemand') return { asking: [], filing: [] };
  const { submissions, workers } = capacity.managed;
  return {
    asking: separatedGroups(stage, groups).map(readingsName),
    filing: [
      ...(submissions ? queuedGroups(groups).map(({ name }) => name) : []),
      ...(workers ? queuedGroups(groups).map(consumerName) : []),
    ],
  };
};

/**
 * Functions of a kind share their instances, and each has its least environments there at any time.
 * @throws Error if the processors of the stage are not enough for these
 */
export const checkProcessors = (
  { name, capacity }: Pick<Stage, 'name' | 'capacity'>,
  functions: ReturnType<typeof managedFunctions>,
): void => {
  if (capacity === 'onDemand') return;
  const { environments, processors } = capacity.managed;
  for (const [kind, { length }] of Object.entries(functions)) {
    const needed = length * environments.least * processorsOf(capacity.managed);
    if (needed > processors)
      throw new Error(
        `stage "${name}": capacity: ${processors} processors are too few for what is ${kind}: ${length} functions with ` +
          `${environments.least} environments of ${processorsOf(capacity.managed)} processors need ${needed}`,
      );
  }
};
