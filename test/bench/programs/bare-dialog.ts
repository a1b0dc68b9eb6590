/** The bare handler with the dialog of the measured operation with its authority. */
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { bareHandler } from './bare.ts';

const { pair, request } = JSON.parse(process.env.BENCH_DIALOG!);

export const handler = bareHandler(async () => {
  const { document } = await authorityPort({
    authority: 'tgss',
    baseUrl: process.env.TGSS_URL!,
    ca: process.env.AUTHORITY_CA,
    credential: async () => ({ version: 'bare', ...pair }),
    dry: false,
    deadline: new Date(Date.now() + 25_000),
    log: () => {},
  }).read(contributionData, request);
  return Buffer.from(document.bytes).toString('base64');
});
