import { relative } from 'node:path';
import { REGION } from './aws.ts';
import type { Demo } from './demo.ts';
import type { RunFolder } from './run-folder.ts';

/** Output of `npm run local` when the stack is ready: a first call to paste, and where to find the rest. */
export const summary = (
  runFolder: RunFolder,
  { baseUrl, docsUrl, panelUrl, email, password, certificates, company, ...demo }: Demo,
) => `
The API answers at ${baseUrl}; sign in and ask for a worker's situations with:

  TOKEN=$(curl -s ${baseUrl}/auth/login -H 'Content-Type: application/json' \\
    -d '${JSON.stringify({ email, password })}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -sG ${baseUrl}/seg-social/employee-situations \\
    -H "Authorization: Bearer $TOKEN" -H 'X-Cert-Secret: ${certificates.tgss}' \\
    -d regimen=${company.regimen} -d ccc=${company.ccc} -d dni=${demo.worker.dni}

Accounts, certificates and identifiers to try: ${relative(process.cwd(), runFolder.demo)}
Emulator: ${demo.emulator}, region ${REGION}, with any credentials
Sandbox authorities: ${demo.authorities.tgss}, signed by ${relative(process.cwd(), demo.authorities.ca)}
Logs: ${relative(process.cwd(), runFolder.log('*'))}

${demo.mailbox ? `Mails: ${demo.mailbox}\n` : ''}API: ${baseUrl}
Reference: ${docsUrl}
Panel: ${panelUrl} (${email}, ${password})
`;
