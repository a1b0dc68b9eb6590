import { madridDay } from '../calendar.ts';
import { makeSeed } from '../seed.ts';
import { s3Store } from './s3-store.ts';
import { Worlds } from './worlds.ts';

/** The worlds of a sandbox stage, one for each account, in the stage's bucket. They begin with the seed of their day. */
export const stageWorlds = (bucket: string): Worlds =>
  new Worlds({
    store: s3Store(bucket),
    now: () => new Date(),
    firstState: () => makeSeed(madridDay(new Date())).state,
  });
