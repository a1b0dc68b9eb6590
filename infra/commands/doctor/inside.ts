import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { AUTHORITY_LABEL } from '../../../shared/errors.ts';
import { PROBE, type ProbedAddress } from '../../../shared/serving/later/probe-authorities.ts';
import { functionName } from '../../names.ts';
import { type Check, mend, ok, together } from './check.ts';

/** Asks a function whether it reaches the authorities: its address is another one than that of this machine. */
const fromFunctions: Check = async ({ stage }) => {
  const FunctionName = functionName({ name: stage }, 'due-filings');
  const { FunctionError, Payload } = await new LambdaClient().send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(PROBE) }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  if (FunctionError) return mend(`${FunctionName} failed: ${text}. Look in its log.`);
  const seen: ProbedAddress[] | null = JSON.parse(text || 'null');
  if (!Array.isArray(seen))
    return mend(`${FunctionName} is of a version that cannot be asked. Deploy the stack again.`);
  return together(
    seen.map(({ authority, origin, answers, says }) =>
      answers
        ? ok('')
        : mend(
            `${AUTHORITY_LABEL[authority]}: ${origin} does not answer a function by TLS (${says}). If it answers here, it may refuse ` +
              'addresses of AWS: see fixedAddresses in docs/operations.md.',
          ),
    ),
    `TGSS, SEPE and AEAT answer functions by TLS: ${[...new Set(seen.map(({ says }) => says))].join(', ')}.`,
  );
};

/** What only a function of the stage can see. */
export const INSIDE: Record<string, Check> = { 'from functions': fromFunctions };
