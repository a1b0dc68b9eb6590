import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { functionName, LIVE } from '../../infra/names.ts';
import { AUTHORITY_LABEL } from '../../shared/kernel/authority-errors.ts';
import { PROBE, type ProbedAddress } from '../../shared/serving/later/probe-authorities.ts';
import { type Check, ok, problem, resourcesOf, together } from './check.ts';

/**
 * Invokes a function to check whether it reaches the authorities, because its IP address differs from this machine's.
 */
const fromFunctions: Check = async (deployed) => {
  const name = functionName({ name: deployed.stage }, 'due-filings');
  // By the alias that the schedule invokes, if there is one. AWS identifies both by ARN.
  const alias = resourcesOf(deployed, 'AWS::Lambda::Alias').find((one) =>
    one.name.endsWith(`:${name}:${LIVE}`),
  );
  const FunctionName = alias?.name ?? name;
  const { FunctionError, Payload } = await new LambdaClient().send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(PROBE) }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  if (FunctionError) return problem(`${name} failed: ${text}. See its log.`);
  const seen: ProbedAddress[] | null = JSON.parse(text || 'null');
  if (!Array.isArray(seen))
    return problem(`${name} has a version without this check. Deploy the stack again.`);
  return together(
    seen.map(({ authority, origin, answers, text }) =>
      answers
        ? ok('')
        : problem(
            `${AUTHORITY_LABEL[authority]}: ${origin} does not answer a function by TLS (${text}). If it answers here, it may refuse ` +
              'addresses of AWS: see docs/operations.md.',
          ),
    ),
    `TGSS, SEPE and AEAT answer functions by TLS: ${[...new Set(seen.map(({ text }) => text))].join(', ')}.`,
  );
};

/** Checks that only a function of the stage can make. */
export const INSIDE: Record<string, Check> = { 'from functions': fromFunctions };
