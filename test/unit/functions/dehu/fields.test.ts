import { expect, test } from 'vitest';
import { listRequest } from '../../../../functions/dehu/fields.ts';

test.each([0, 'A', 'B123456789'])('a holder that LEMA would not read is refused: %s', (titularNif) => {
  expect(listRequest.safeParse({ titularNif }).success).toBe(false);
});
