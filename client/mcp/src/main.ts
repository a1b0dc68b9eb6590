#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { serveHttp } from './http.ts';
import { serverOf, sessionOf } from './server.ts';
import { HELP, readSettings } from './settings.ts';

/** `pasarela-mcp`: over stdio, or with `--http PORT` over streamable HTTP on this machine. */

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
};

try {
  const { values } = parseArgs({
    options: { http: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    process.exit(0);
  }
  const session = sessionOf(readSettings(process.env));
  if (values.http === undefined) serveStdio(() => serverOf(session));
  else {
    if (!/^\d{1,5}$/.test(values.http)) throw new Error('--http lleva un puerto, o 0 para cualquiera.');
    const secret = process.env.PASARELA_MCP_SECRET || randomBytes(24).toString('base64url');
    const { url } = await serveHttp(session, { port: Number(values.http), secret });
    const made = process.env.PASARELA_MCP_SECRET ? '' : `\nAuthorization: Bearer ${secret}`;
    process.stderr.write(`Servidor MCP en ${url}${made}\n`);
  }
} catch (error) {
  fail(error);
}
