/**
 * The store of events: what happened, in the order in which it was written down. Loaded at first use: most functions
 * neither write nor read events.
 */
const load = () => import('./written-and-read.ts');
type Parts = Awaited<ReturnType<typeof load>>;

/** Each function of the store, which loads it first. */
export const appendEvents: Parts['appendEvents'] = async (...all) => (await load()).appendEvents(...all);
export const listEvents: Parts['listEvents'] = async (...all) => (await load()).listEvents(...all);
export const waitForEvents: Parts['waitForEvents'] = async (...all) => (await load()).waitForEvents(...all);
export const sealPlace: Parts['sealPlace'] = async (...all) => (await load()).sealPlace(...all);
export const openPlace: Parts['openPlace'] = async (...all) => (await load()).openPlace(...all);
export const takeWait: Parts['takeWait'] = async (...all) => (await load()).takeWait(...all);
export const lastNumber: Parts['lastNumber'] = async (...all) => (await load()).lastNumber(...all);
export const knownState: Parts['knownState'] = async (...all) => (await load()).knownState(...all);
export const noteAuthority: Parts['noteAuthority'] = async (...all) => (await load()).noteAuthority(...all);
export const putReminders: Parts['putReminders'] = async (...all) => (await load()).putReminders(...all);
export const dueReminders: Parts['dueReminders'] = async (...all) => (await load()).dueReminders(...all);
export const dropReminder: Parts['dropReminder'] = async (...all) => (await load()).dropReminder(...all);
export const doneWithReminders: Parts['doneWithReminders'] = async (...all) =>
  (await load()).doneWithReminders(...all);
export const lookedUpTo: Parts['lookedUpTo'] = async (...all) => (await load()).lookedUpTo(...all);
export const moveLooks: Parts['moveLooks'] = async (...all) => (await load()).moveLooks(...all);
