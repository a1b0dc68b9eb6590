import type { Filing, FilingState } from '../../stores/filings/filing.ts';
import type { Ending } from '../../stores/filings/move.ts';
import type { Services } from '../services.ts';

/** How a filing ends whose function ended before it sent anything. */
export const ABANDONED = {
  state: 'ended',
  facts: { message: 'El servicio se interrumpió antes de enviarlo. No se ha enviado nada.' },
} as const;

type EndFiling = Services['stores']['filings']['endFiling'];

/**
 * Ends a filing as `endFiling` of the store does, and counts its new state.
 * @throws errors of the store
 */
export const endFiling = async (
  { stores, metrics }: Services,
  filing: Parameters<EndFiling>[0] & Pick<Filing, 'authority' | 'state'>,
  { from, ...ending }: { from: FilingState[] } & Ending,
): Promise<boolean> => {
  const isEnded = await stores.filings.endFiling(filing, from, ending);
  const { authority } = filing;
  if (isEnded && filing.state !== ending.state)
    metrics.add('FilingsEnded', 1, { authority, state: ending.state });
  return isEnded;
};
