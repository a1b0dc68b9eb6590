import { test } from 'vitest';
import { groups } from '../../../functions/operations.ts';
import { demoData } from '../../../infra/local/demo.ts';
import { parsed, startAuthorities } from '../../support/authorities.ts';
import { otherValues } from '../../support/other-values.ts';
import { requestsOf } from '../../support/requests.ts';
import { record } from '../../support/wire-recorder.ts';
test('x', async () => {
  const a = await startAuthorities();
  const show = async (group: string, method: string, path: string, change: object, how='') => {
    const op = groups.flatMap((g) => g.operations.map((o) => ({ g, o }))).find(({ g, o }) => g.name === group && o.method === method && o.path === path)!.o;
    const req = requestsOf(demoData())[`${method} /${group}${path}`]!.request;
    const base = parsed(op, req);
    const r = await record(a, (port) => a.runParsed(op, { ...base, ...change }, { port }));
    console.log(method, path, JSON.stringify(change), r.ended, '\n' + r.sent.map((s) => s.join(' ').slice(0, 1500)).join('\n'));
  };
  await show('seg-social', 'DELETE', '/alta', {});
  await show('seg-social', 'DELETE', '/alta', { ccc: '28000000111' });
  await a.close();
});
