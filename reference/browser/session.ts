/** The session with which requests are tried. It is not stored, and is lost with the page. */

import { type Certificate, type CertificateTypes, certificateFor } from './certificate.ts';

const signedHeaders: Record<string, string> = {};
let certificates: Certificate[] = [];

const element = <E extends HTMLElement>(id: string): E => document.querySelector<E>(`#${id}`)!;

/** Certificate types by the addresses of operations, from the page. */
const types: CertificateTypes = JSON.parse(element('operaciones').dataset.certificados ?? '{}');

/** The certificate that a person has chosen, otherwise the first one for the operation at this address. */
const actingCertificate = (path: string): Certificate | undefined => {
  const { value } = element<HTMLSelectElement>('certificados');
  return value
    ? certificates.find(({ cert_secret }) => cert_secret === value)
    : certificateFor(types, certificates, path);
};

/** Headers of a tried request: of the session, and of the certificate for the operation at this address. */
export const headersFor = (path: string): Record<string, string> => {
  const certificate = actingCertificate(path);
  return { ...signedHeaders, ...(certificate && { 'X-Cert-Secret': certificate.cert_secret }) };
};

interface Answer {
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: each call knows what it asked for
  data: any;
}

/** @throws Error with the service's message if it refuses */
const call = async (method: string, address: string, body?: object | FormData): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`/api/v4${address}`, {
    method,
    headers: { ...signedHeaders, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const answer: Answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
};

/** Shows the reader with which account and certificate requests to this address are tried. */
export const actingAs = (path: string): string => {
  const who = element('quien').textContent;
  if (!signedHeaders.Authorization) return 'Sin sesión: se envía sin token ni certificado.';
  const certificate = actingCertificate(path);
  return `Con el token de ${who} y ${certificate ? `el certificado ${labelOf(certificate)}` : 'sin certificado'}.`;
};

const TYPES: Record<string, string> = { '1': 'TGSS', '2': 'SEPE', '3': 'AEAT', '5': 'DEHú' };
const EACH = 'El que admite cada operación';

const labelOf = ({ name, type }: Certificate): string =>
  `${name} (${(type && TYPES[type]) ?? 'todos los organismos'})`;

const showChoice = (): void => {
  const { selectedOptions } = element<HTMLSelectElement>('certificados');
  element('con').textContent =
    certificates.length > 0 ? `· ${selectedOptions[0]?.textContent}` : '· sin certificado';
};

const listCertificates = async (): Promise<void> => {
  const { data } = await call('GET', '/certificate');
  certificates = data.data;
  const options = [
    ['', EACH] as const,
    ...certificates.map((one) => [one.cert_secret, labelOf(one)] as const),
  ].map(([value, textContent]) => Object.assign(document.createElement('option'), { value, textContent }));
  element('certificados').replaceChildren(...options);
  showChoice();
};

/** Creates a test certificate of the first person, without a type, so that it works at all authorities. */
const makeCertificate = async (): Promise<void> => {
  const { data: world } = await call('GET', '/sandbox');
  const { data: made } = await call('POST', '/sandbox/certificate', { nif: world.holders[0].nif });
  const bytes = Uint8Array.from(atob(made.file.content), (character) => character.charCodeAt(0));
  const form = new FormData();
  form.set('file', new Blob([bytes]), made.file.name);
  form.set('password', made.password);
  const { data: saved } = await call('POST', '/certificate', form);
  await listCertificates();
  element<HTMLSelectElement>('certificados').value = saved.cert_secret;
  showChoice();
};

const tell = (text: string): void => {
  element('aviso').textContent = text;
};

/** Runs an action and shows the result. */
const attempt = async (done: string, work: () => Promise<unknown>): Promise<void> => {
  tell('Un momento…');
  try {
    await work();
    tell(done);
  } catch (error) {
    tell((error as Error).message);
  }
};

/** Wires up the form in the header. */
export const startSession = (): void => {
  const email = element<HTMLInputElement>('email');
  const password = element<HTMLInputElement>('clave');
  element('entrar').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(
      'Sesión iniciada. Las pruebas llevan su token y el certificado que admite cada operación.',
      async () => {
        const login = { email: email.value, password: password.value };
        const { data } = await call('POST', '/auth/login', login);
        signedHeaders.Authorization = `Bearer ${data.access_token}`;
        password.value = '';
        await listCertificates();
        element('quien').textContent = login.email;
        element('entrar').hidden = true;
        element('certificado').hidden = false;
      },
    );
  });
  const details = document.querySelector<HTMLDetailsElement>('.sesion')!;
  // Focus moves to the page, since the focused button may be hidden by now.
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    details.open = false;
    details.querySelector('summary')!.focus();
  });
  element('certificado').addEventListener('submit', (event) => event.preventDefault());
  element('certificados').addEventListener('change', showChoice);
  element('nuevo').addEventListener(
    'click',
    () => void attempt('Certificado creado y elegido.', makeCertificate),
  );
  element('reiniciar').addEventListener(
    'click',
    () =>
      void attempt('Los organismos de prueba vuelven a empezar hoy.', () =>
        call('POST', '/sandbox/reset', {}),
      ),
  );
};
