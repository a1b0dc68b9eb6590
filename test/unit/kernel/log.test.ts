import { afterEach, expect, test, vi } from 'vitest';
import { logger } from '../../../shared/kernel/log.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const written = (write: () => void): Record<string, unknown>[] => {
  const lines: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
  write();
  return lines.map((line) => {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    return JSON.parse(line);
  });
};

test('a line of the log has its level, time, trace and facts', () => {
  vi.stubEnv(
    '_X_AMZN_TRACE_ID',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
  );
  expect(written(() => logger.info('request', { requestId: 'r-1', status: 200 }))).toEqual([
    {
      level: 'INFO',
      message: 'request',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'pasarela',
      xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793',
      requestId: 'r-1',
      status: 200,
    },
  ]);
});

test('an error is logged by name, message, stack and cause, and nothing else that it carries', () => {
  const cause = Object.assign(new TypeError('within'), { secret: 'hidden' });
  const error = Object.assign(new Error('of several\nlines', { cause }), { secret: 'hidden' });
  const [line] = written(() => logger.error('unexpected error', { error }));
  expect(line).toMatchObject({
    level: 'ERROR',
    error: {
      name: 'Error',
      message: 'of several\nlines',
      stack: expect.stringContaining('log.test.ts'),
      cause: { name: 'TypeError', message: 'within', stack: expect.any(String) },
    },
  });
  expect(JSON.stringify(line)).not.toContain('hidden');
});
