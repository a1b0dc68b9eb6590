/** The form of SEPE's codes. */
const CODE = /^[A-Z]{3}\d{4}$/i;

/** SEPE's public table of texts by code: some 1,300. It is loaded with the first code of a process. */
const table = async (): Promise<Record<string, string | undefined>> =>
  (await import('./code-texts.json', { with: { type: 'json' } })).default;

/** Messages of SEPE for the integrator: a code gets its text; a message that is no known code stays as it is. */
export const describeCodes = async (messages: string[]): Promise<string[]> => {
  if (!messages.some((message) => CODE.test(message))) return messages;
  const texts = await table();
  return messages.map((message) => {
    const text = CODE.test(message) && texts[message.toUpperCase()];
    return text ? `${message.toUpperCase()}: ${text}` : message;
  });
};
