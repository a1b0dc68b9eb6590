/** The operations, rendered by Scalar from the service's OpenAPI document. */
import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import './page.css';
import './operations.css';
import { actingAs, headersFor, startSession } from './session.ts';

const place = document.querySelector<HTMLElement>('#operaciones')!;
const mayTry = place.dataset.probar === 'si';

createApiReference(place, {
  url: '/api/v4/openapi.json',
  // The document has the address `/`, which the renderer would put before paths that begin with a slash, too.
  servers: [{ url: location.origin }],
  localization: { locale: 'es' },
  // Scalar sends nothing to other origins.
  telemetry: false,
  withDefaultFonts: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'direct',
  persistAuth: false,
  hideTestRequestButton: !mayTry,
  // The document has code in four languages, which is tested.
  hiddenClients: true,
  authentication: { preferredSecurityScheme: 'token' },
  hideModels: true,
  defaultOpenFirstTag: true,
  operationTitleSource: 'summary',
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
  generateTagSlug: ({ name }) => name ?? '',
  // At its top, the renderer gives the name of the whole document.
  setPageTitle: ({ title }) => `${title === 'pasarela' ? 'Operaciones' : title} · pasarela`,
  onRequestBuilt: ({ request }) => {
    if (!mayTry) return;
    const { pathname } = new URL(request.url, location.href);
    for (const [name, value] of Object.entries(headersFor(pathname))) request.headers.set(name, value);
  },
});

if (mayTry) startSession();

/** Accessibility fixes for the renderer: attributes that its elements lack or, with `null`, should not have. */
const MENDED: [elements: string, attribute: string, value: string | null][] = [
  ['button[class*="copy-button"]:not([aria-label])', 'aria-label', 'Copiar'],
  // The element that it refers to may not exist.
  ['button[class*="copy-button"][aria-controls]', 'aria-controls', null],
  ['button[role="none"]', 'role', null],
  ['ul.endpoints:not([tabindex])', 'tabindex', '0'],
  ['.cm-content[role="textbox"]:not([aria-label])', 'aria-label', 'Cuerpo de la solicitud'],
  // It scrolls, but is not in the tab order.
  ['.cm-scroller[tabindex="-1"]', 'tabindex', '0'],
  ['[role="combobox"]:not([aria-expanded])', 'aria-expanded', 'false'],
];

const mend = (): void => {
  for (const [elements, attribute, value] of MENDED)
    for (const element of document.querySelectorAll(elements))
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
};

/** Shows whose token and certificate a tried request uses, because the renderer's form shows neither. */
const showWhoActs = (): void => {
  const place = document.querySelector('.scalar-client[role="dialog"] main > :last-child');
  if (!place) return;
  const line = place.querySelector('.con-quien') ?? document.createElement('p');
  line.className = 'con-quien';
  // The form shows the address above the line.
  const form = place.closest<HTMLElement>('[role="dialog"]')!;
  // biome-ignore lint/performance/useDomNodeTextContent: `textContent` would join the address with the name of the next button
  const [path = ''] = /\/api\/v4\/[\w/-]+/.exec(form.innerText) ?? [];
  const text = actingAs(path);
  // Writing unchanged text would count as a change of the page.
  if (line.textContent !== text) line.textContent = text;
  if (!line.isConnected) place.prepend(line);
};

/** Batches all changes before the next frame. */
let isDue = false;
new MutationObserver(() => {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    mend();
    if (mayTry) showWhoActs();
  });
}).observe(document.body, { childList: true, subtree: true });
