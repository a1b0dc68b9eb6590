import { serve } from '../../shared/serve.ts';
import { workOn } from '../../shared/serving/later/work.ts';
import { sepe } from './group.ts';

export const handler = serve(sepe);
/** Makes what was asked to be made later. */
export const worker = workOn(sepe);
