import { basicCopyKind } from './basic-copy.ts';
import { contractKind } from './contract.ts';
import { extensionKind } from './extension.ts';
import type { DocumentKind } from './outcome.ts';
import { transformationKind } from './transformation.ts';
import { workCallKind } from './work-call.ts';

/** The documents that the services file. Other operations exist, and answer that they are restricted. */
export const KINDS: readonly DocumentKind[] = [
  contractKind,
  transformationKind,
  extensionKind,
  basicCopyKind,
  workCallKind,
];
