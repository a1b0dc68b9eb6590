import { Architecture, type FunctionProps, Runtime, RuntimeManagementMode } from 'aws-cdk-lib/aws-lambda';
import type { Stage } from './stages.ts';

/** Text of a function's description before the day of its runtime; `npm run preflight` and `doctor` read it. */
export const RUNTIME_OF = 'Runtime of ';

/**
 * The runtime of each function. With `runtimePatched`, AWS changes its version only when a deployment changes the function, and a
 * new day in the setting changes every function. Without it AWS does so by itself.
 */
export const runtimeOf = ({
  runtimePatched,
}: Pick<Stage, 'runtimePatched'>): Pick<
  FunctionProps,
  'runtime' | 'architecture' | 'runtimeManagementMode' | 'description'
> => ({
  runtime: Runtime.NODEJS_24_X,
  architecture: Architecture.ARM_64,
  ...(runtimePatched && {
    runtimeManagementMode: RuntimeManagementMode.FUNCTION_UPDATE,
    description: `${RUNTIME_OF}${runtimePatched} or later`,
  }),
});
