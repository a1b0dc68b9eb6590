/** The bare handler with a dialog with the authority, and the dialog alone. */
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { bareHandler } from './bare.ts';

const { pair, request } = JSON.parse(process.env.BENCH_DIALOG!);

/** The dialog of the measured operation with its authority. */
export const dialog = async (): Promise<string> => {
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
};

export const handler = bareHandler(dialog);
