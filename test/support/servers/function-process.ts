/** A bundled function in a process of its own, behind what API Gateway would do with it. Its file is the argument. */

import { groups } from '../../../functions/operations.ts';
import { realServices } from '../../../shared/serving/services.ts';
import { startApi } from '../api-front.ts';

const { handler } = await import(process.argv[2]!);
// Its parent is gone.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, realServices, () => handler);
process.send!({ origin });
