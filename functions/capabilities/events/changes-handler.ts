import { loadFollows } from '../../hooks.ts';
import { loadGroups } from '../../load-groups.ts';
import { ownServices } from '../../services.ts';
import { changesHandler } from './changes.ts';

/** Runs after changes of tables, and records their consequences. */
export const handler = changesHandler({ ...ownServices, loadGroups }, loadFollows);
