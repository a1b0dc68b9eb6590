import type { Mail } from '../../../local/emulators/emulator.ts';
import { emulatorAt } from '../../../local/emulators/emulator-at.ts';
import { deployed } from '../deployed.ts';
import { fromElsewhere, type Gateway } from '../gateway.ts';

/** The address of the link in a mail, as it can be opened from here. @throws Error if the mail has no link */
export const linkIn = async (mail: Mail | undefined): Promise<string> => {
  const link = /https?:\/\/\S+password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('the mail has no link');
  return (await emulatorAt(deployed.emulator!)).openable(link);
};

let number = 0;

/** A text that no other company has in its name. */
const newTag = () => {
  number++;
  return `${Date.now()}${number}`;
};

/** The domain at which SES accepts mails for any address, and delivers none. */
const SIMULATOR = 'simulator.amazonses.com';

/** A company that has not been saved yet. In AWS, its mails go to the simulator of SES. */
export const newClient = (more: Record<string, unknown> = {}) => {
  const tag = newTag();
  return {
    name: `Talleres ${tag}`,
    access: { email: deployed.emulator ? `talleres-${tag}@example.com` : `success+${tag}@${SIMULATOR}` },
    profile: {
      dni: `B${tag.slice(-8)}`,
      razon_social: `Talleres ${tag} SL`,
      account: [{ regimen: '0111', cuenta: '28000000097', alias: 'Madrid' }],
    },
    ...more,
  };
};

/**
 * Saves a client company that gets no mail.
 * @param accounts its contribution accounts, each with its scheme, 15 digits
 * @returns its number, and what the office and the registers call it
 */
export const saveCompany = async (
  gateway: Gateway,
  accounts: readonly string[],
  cif?: string,
): Promise<{ id: number; name: string; registered: string }> => {
  const { profile, ...client } = newClient({ not_notify: 1 });
  const account = accounts.map((one) => ({
    regimen: one.slice(0, 4),
    cuenta: one.slice(4),
    alias: 'Taller',
  }));
  const { status, body } = await gateway.post('/customer', {
    ...client,
    profile: { ...profile, account, ...(cif && { dni: cif }) },
  });
  if (status !== 200) throw new Error(`a company was not saved: ${JSON.stringify(body)}`);
  return { id: body.data.id, name: client.name, registered: profile.razon_social };
};

/** Opens a page, or sends a form to it. */
export const page = async (method: string, address: string, fields?: Record<string, string>) => {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await fetch(address, {
    method,
    headers: { ...fromElsewhere(), ...(fields && type) },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
