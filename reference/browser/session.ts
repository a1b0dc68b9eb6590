/** The session with which requests are tried. It is lost with the page and stored nowhere. */

/** Headers with the token and the chosen certificate, for requests that are tried. */
export const signedHeaders: Record<string, string> = {};

const element = <E extends HTMLElement>(id: string): E => document.querySelector<E>(`#${id}`)!;

interface Answer {
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: each call knows what it asked for
  data: any;
}

/** @throws Error with the service's message if it refuses */
const call = async (method: string, address: string, body?: object | FormData): Promise<Answer> => {
  const { 'X-Cert-Secret': _, ...headers } = signedHeaders;
  const isForm = body instanceof FormData;
  const response = await fetch(`/api/v4${address}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const answer: Answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
};

/** Tells the reader whose token and certificate are used. */
export const actingAs = (): string => {
  const { selectedOptions } = element<HTMLSelectElement>('certificados');
  const who = element('quien').textContent;
  if (!signedHeaders.Authorization) return 'Sin sesión: se envía sin token ni certificado.';
  const certificate = selectedOptions[0]?.textContent;
  return `Con el token de ${who} y ${certificate ? `el certificado ${certificate}` : 'sin certificado'}.`;
};

const chooseCertificate = (): void => {
  const { value, selectedOptions } = element<HTMLSelectElement>('certificados');
  element('con').textContent = `· ${selectedOptions[0]?.textContent ?? 'sin certificado'}`;
  if (value) signedHeaders['X-Cert-Secret'] = value;
  else delete signedHeaders['X-Cert-Secret'];
};

const TYPES: Record<string, string> = { '1': 'TGSS', '2': 'SEPE', '3': 'AEAT' };

interface Certificate {
  cert_secret: string;
  name: string;
  type?: number | null;
}

const listCertificates = async (): Promise<void> => {
  const { data } = await call('GET', '/certificate');
  const options = (data.data as Certificate[]).map(({ cert_secret, name, type }) => {
    const option = document.createElement('option');
    option.value = cert_secret;
    option.textContent = `${name} (${(type && TYPES[type]) ?? 'todos los organismos'})`;
    return option;
  });
  element('certificados').replaceChildren(...options);
  chooseCertificate();
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
  chooseCertificate();
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
    void attempt('Sesión iniciada. Las pruebas llevan su token y el certificado elegido.', async () => {
      const login = { email: email.value, password: password.value };
      const { data } = await call('POST', '/auth/login', login);
      signedHeaders.Authorization = `Bearer ${data.access_token}`;
      password.value = '';
      await listCertificates();
      element('quien').textContent = login.email;
      element('entrar').hidden = true;
      element('certificado').hidden = false;
    });
  });
  const details = document.querySelector<HTMLDetailsElement>('.sesion')!;
  // Focus moves to the page, since the focused button may be hidden by now.
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    details.open = false;
    details.querySelector('summary')!.focus();
  });
  element('certificado').addEventListener('submit', (event) => event.preventDefault());
  element('certificados').addEventListener('change', chooseCertificate);
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
