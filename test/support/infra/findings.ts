import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** cdk-nag's findings in a stack: the rule, and the path of the first construct that breaks it. */
export const findingsIn = (stack: IConstruct): (string | undefined)[][] =>
  new AwsSolutionsChecks()
    .validateScope(stack)
    .violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources[0]?.constructPath]);
