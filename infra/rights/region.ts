import { Token } from 'aws-cdk-lib';

/** Length of the name and number of a token, as `evenToken` makes it. */
const LENGTH = 20;

/**
 * A reference as a token whose text is equally long in every process. The CDK numbers its tokens from a random start, and
 * estimates by their text where to split a large policy. With `Aws.REGION` in conditions, the same stage was split in two ways.
 * @param name of a parameter, a pseudo parameter or a resource
 */
export const evenToken = (name: string): string => {
  const [, last] = /(\d+)\]/.exec(Token.asString({ Ref: name }))!;
  const number = String(Number(last) + 1);
  return Token.asString({ Ref: name }, { displayHint: 'Even'.padEnd(LENGTH - number.length, '-') });
};

/** The region of the stack, for conditions of policies. */
export const REGION = evenToken('AWS::Region');
