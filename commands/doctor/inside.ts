import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { functionName, LIVE } from '../../infra/names.ts';
import { AUTHORITY_LABEL } from '../../shared/kernel/authority-errors.ts';
import { PROBE, type ProbedAddress } from '../../shared/serving/later/probe-authorities.ts';
import { type Check, ok, problem, resourcesOf, together } from './check.ts';

/** Asks a function whether it reaches the authorities: its address is another one than that of this machine. */
const fromFunctions: Check = async (deployed) => {
  const name = functionName({ name: deployed.stage }, 'due-filings');
  // By the alias that the schedule calls, where there are aliases: AWS knows each by its ARN.
  const alias = resourcesOf(deployed, 'AWS::Lambda::Alias').find((one) =>
    one.name.endsWith(`:${name}:${LIVE}`),
  );
  const FunctionName = alias?.name ?? name;
  const { FunctionError, Payload } = await new LambdaClient().send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(PROBE) }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  if (FunctionError) return problem(`${name} failed: ${text}. Look in its log.`);
  const seen: ProbedAddress[] | null = JSON.parse(text || 'null');
  if (!Array.isArray(seen))
    return problem(`${name} is of a version that cannot be asked. Deploy the stack again.`);
  return together(
    seen.map(({ authority, origin, answers, text }) =>
      answers
        ? ok('')
        : problem(
            `${AUTHORITY_LABEL[authority]}: ${origin} does not answer a function by TLS (${text}). If it answers here, it may refuse ` +
              'addresses of AWS: see fixedAddresses in docs/operations.md.',
          ),
    ),
    `TGSS, SEPE and AEAT answer functions by TLS: ${[...new Set(seen.map(({ text }) => text))].join(', ')}.`,
  );
};

/** What only a function of the stage can see. */
export const INSIDE: Record<string, Check> = { 'from functions': fromFunctions };
