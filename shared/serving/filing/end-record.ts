import type { Filing } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';

type EndFiling = Services['stores']['filings']['endFiling'];

/**
 * Ends a filing as `endFiling` of the store does, and counts the state to which it came.
 * @throws what the store throws
 */
export const endFiling = async (
  { stores, metrics }: Services,
  filing: Parameters<EndFiling>[0] & Pick<Filing, 'authority' | 'state'>,
  from: Parameters<EndFiling>[1],
  end: Parameters<EndFiling>[2],
  how: Parameters<EndFiling>[3],
): Promise<boolean> => {
  const isEnded = await stores.filings.endFiling(filing, from, end, how);
  const { authority } = filing;
  if (isEnded && filing.state !== end.state) metrics.add('FilingsEnded', 1, { authority, state: end.state });
  return isEnded;
};
