/**
 * The store of events: what happened, in the order in which it was written down. Loaded at first use: most functions
 * neither write nor read events.
 */
const append = () => import('./append.ts');
const list = () => import('./list.ts');
const row = () => import('./event-row.ts');
const reminders = () => import('./reminders.ts');
const states = () => import('./authority-states.ts');

type Append = Awaited<ReturnType<typeof append>>;
type List = Awaited<ReturnType<typeof list>>;
type Row = Awaited<ReturnType<typeof row>>;
type Reminders = Awaited<ReturnType<typeof reminders>>;
type States = Awaited<ReturnType<typeof states>>;

export const appendEvents: Append['appendEvents'] = async (...all) => (await append()).appendEvents(...all);
export const listEvents: List['listEvents'] = async (...all) => (await list()).listEvents(...all);
export const waitForEvents: List['waitForEvents'] = async (...all) => (await list()).waitForEvents(...all);
export const lastNumber: Row['lastNumber'] = async (...all) => (await row()).lastNumber(...all);
export const knownState: States['knownState'] = async (...all) => (await states()).knownState(...all);
export const noteAuthority: States['noteAuthority'] = async (...all) =>
  (await states()).noteAuthority(...all);
export const putReminders: Reminders['putReminders'] = async (...all) =>
  (await reminders()).putReminders(...all);
export const dueReminders: Reminders['dueReminders'] = async (...all) =>
  (await reminders()).dueReminders(...all);
export const dropReminder: Reminders['dropReminder'] = async (...all) =>
  (await reminders()).dropReminder(...all);
export const doneWithReminders: Reminders['doneWithReminders'] = async (...all) =>
  (await reminders()).doneWithReminders(...all);
