import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { type Service, succeed } from './holders.ts';
import { report } from './results.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Counts which of the gateway's functions run during some work, by file. V8 counts the calls. */
const functionsDuring = async (work: () => Promise<unknown>): Promise<Map<string, number>> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const files = new Map<string, number>();
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? relative(PROJECT, fileURLToPath(url)) : '';
    const ran = functions.filter(({ ranges }) => ranges[0]!.count > 0).length;
    if (ran > 0 && /^(functions|shared)\//.test(file)) files.set(file, ran);
  }
  return files;
};

/** Measures how much code a registration runs through, if it is not the first call of its process. */
export const benchCode = async ({ demo, caller }: Service): Promise<void> => {
  const filer = caller.acting(demo.certificates.tgss);
  const { request } = requestsOf(demo)['POST /seg-social/alta']!;
  const register = () => succeed(filer, 'POST', '/seg-social/alta', request);
  await atAuthorities(demo.authorities.control).reset();
  await register();
  await atAuthorities(demo.authorities.control).reset();
  const files = await functionsDuring(register);
  console.log('\nCode that a warm registration runs through');
  report('files of a warm registration', files.size, 'files', 50);
  const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
  report('functions of a warm registration', functions, 'functions');
};
