import type { Transaction } from '../jacada.ts';
import { acr69 } from './acr69.ts';
import { acr71 } from './acr71.ts';
import { atr01 } from './atr01.ts';
import { atr02 } from './atr02.ts';
import { atr37 } from './atr37.ts';
import { atr42 } from './atr42.ts';
import { atr45 } from './atr45.ts';
import { atr55 } from './atr55.ts';
import { atr61 } from './atr61.ts';
import { atr62 } from './atr62.ts';
import { atr63 } from './atr63.ts';
import { atr64 } from './atr64.ts';
import { atr65 } from './atr65.ts';
import { rcr92 } from './rcr92.ts';

/** The dialogs that the stand-in has. A new one is a file here and a line in this list. */
export const TRANSACTIONS: Transaction[] = [
  acr69,
  acr71,
  atr01,
  atr02,
  atr37,
  atr42,
  atr45,
  atr55,
  atr61,
  atr62,
  atr63,
  atr64,
  atr65,
  rcr92,
];
