import type { Construct } from 'constructs';
import { capabilityFunctions } from '../capabilities.ts';
import { FunctionQueue, type QueueProps } from './function-queue.ts';

/** The queues that functions of capabilities work off. */
export class CapabilityQueues {
  private readonly queues = new Map<string, FunctionQueue>();
  /** URLs of queues that commands and tests read, by the name of the stack's output. */
  readonly outputs: Record<string, string> = {};

  constructor(scope: Construct, props: QueueProps) {
    for (const { name, timeout, queue } of capabilityFunctions) {
      if (!queue) continue;
      const { id, output, mostReceives, batch, atOnce } = queue;
      const made = new FunctionQueue(scope, id, {
        ...props,
        name,
        milliseconds: timeout.toMilliseconds(),
        mostReceives,
        batch,
        atOnce,
      });
      this.queues.set(name, made);
      if (output) this.outputs[output] = made.queue.queueUrl;
    }
  }

  /**
   * The queue that the function with this name works off.
   * @throws Error if it has none
   */
  of(name: string): FunctionQueue {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`no queue is named ${name}`);
    return queue;
  }
}
