import type { ComponentChildren } from 'preact';
import type { Session } from '../session.ts';
import type { Route } from './route.ts';

/** What a capability adds to a page. */
export interface Added<Part> {
  /** Name of the capability. */
  name: string;
  part: Part;
}

/** A page of the panel, by the first part of its address. */
export interface Page {
  title: string;
  /** Where it stands in the menu: pages are sorted by this number. */
  place: number;
  /** SVG path of its icon, in 24 × 24. */
  icon: string;
  /** Whether it is in the bar at the bottom of a phone; the others are behind its last button. */
  isInBar?: true;
  /** Roles that may open it; everybody if it is missing. `null` stands for a client company, which has no role. */
  roles?: Session['role'][];
  /** Only for the operator of the service. */
  isForOperators?: true;
  show(route: Route): ComponentChildren;
}
