import type { Data } from '../../../client/src/types.ts';

/** Types of what the gateway answers, which several pages use. */

/** A trámite in a list. */
export type ListedFiling = Data<'listFilings'>['data'][number];
/** A trámite with its request and answer. */
export type WholeFiling = Data<'getFiling'>;
/** State of an authority. */
export type Authority = Data<'getStatus'>['authorities'][number];
/** A stored certificate. */
export type Certificate = Data<'listCertificates'>['data'][number];
