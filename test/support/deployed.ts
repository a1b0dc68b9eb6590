import { inject } from 'vitest';

/** How to reach the deployed stack: what `.local/demo.json` has. */
export const demo = inject('demo')!;
