import type { Application } from '../page.ts';
import { attributeChanges } from './attribute-change.ts';
import { iwxp0002 } from './iwxp0002.ts';
import { xv21b400 } from './xv21b400.ts';
import { xv21y200 } from './xv21y200.ts';
import { xv23h101 } from './xv23h101.ts';
import { xv24m00c } from './xv24m00c.ts';
import { xv24m00d } from './xv24m00d.ts';
import { xv24m00e } from './xv24m00e.ts';
import { xv24m00k } from './xv24m00k.ts';
import { xv24m00p } from './xv24m00p.ts';
import { xv24p002 } from './xv24p002.ts';
import { xv26l100 } from './xv26l100.ts';

/** The applications that the stand-in has. A new one is a file here and a line in this list. */
export const APPLICATIONS: Application[] = [
  ...attributeChanges,
  iwxp0002,
  xv21b400,
  xv21y200,
  xv23h101,
  xv24m00c,
  xv24m00d,
  xv24m00e,
  xv24m00k,
  xv24m00p,
  xv24p002,
  xv26l100,
];
