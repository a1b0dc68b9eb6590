import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';

type Formatter = InstanceType<typeof LogFormatter>;

/**
 * Of an error: its name, message, stack and cause. Powertools would also write down whatever else an error carries, such
 * as the row of DynamoDB on which a condition failed.
 */
class Lines extends LogFormatter {
  override formatAttributes(
    { logLevel, message, timestamp, serviceName, xRayTraceId }: Parameters<Formatter['formatAttributes']>[0],
    facts: Parameters<Formatter['formatAttributes']>[1],
  ): LogItem {
    const attributes = {
      level: logLevel,
      message,
      timestamp: this.formatTimestamp(timestamp),
      service: serviceName,
      xray_trace_id: xRayTraceId,
    };
    return new LogItem({ attributes }).addAttributes(facts);
  }

  override formatError({ name, message, stack, cause }: Error): ReturnType<Formatter['formatError']> {
    return { name, message, stack, ...(cause instanceof Error && { cause: this.formatError(cause) }) };
  }
}

/**
 * The service's log: JSON lines with names of operations and exchanges, counts, times, statuses and the service's
 * own ids. It never contains fields of a request, tokens, secrets, documents or identifiers of persons.
 */
export const logger = new Logger({ serviceName: 'pasarela', logFormatter: new Lines() });
