/**
 * Runs before each file of `test/integration` that also runs against the deployed stack, and makes that stack the service under
 * test.
 */
import { expect, inject } from 'vitest';
import { accountOf } from '../../../local/demo.ts';
import { beginWorld } from '../../../shared/stores/worlds.ts';
import { useService } from '../demo.ts';
import { signIn } from '../gateway.ts';
import { whenReset } from '../sandbox.ts';

if (/\/test\/integration\//.test(expect.getState().testPath ?? '')) {
  const demo = inject('demo')!;
  const [caller, otherCaller] = await Promise.all(
    [demo, demo.otherAccount].map((login) => signIn(demo.baseUrl, login)),
  );
  // As in `startService`.
  whenReset(demo.authorities.control, () => beginWorld(accountOf(caller!.token)));
  useService({ demo, caller: caller!, otherCaller: otherCaller! });
}
