import { serve } from '../../shared/serve.ts';
import { workOn } from '../../shared/serving/later/work.ts';
import { segSocial } from './group.ts';

export const handler = serve(segSocial);
/** Makes what was asked to be made later. */
export const worker = workOn(segSocial);
