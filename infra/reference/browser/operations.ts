/** The operations, by Scalar, from the service's own description. */
import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import './page.css';
import './operations.css';
import { signedHeaders, startSession } from './session.ts';

const place = document.querySelector<HTMLElement>('#operaciones')!;
const mayTry = place.dataset.probar === 'si';

createApiReference(place, {
  url: '/api/v4/openapi.json',
  localization: { locale: 'es' },
  // Nothing leaves this origin.
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
  setPageTitle: ({ title }) => `${title} · pasarela`,
  onRequestBuilt: ({ request }) => {
    for (const [name, value] of Object.entries(signedHeaders)) request.headers.set(name, value);
  },
});

if (mayTry) startSession();

/** What the renderer leaves out for those who use a keyboard or a screen reader. */
const mend = (): void => {
  for (const button of place.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copiar');
  for (const list of place.querySelectorAll('ul.endpoints:not([tabindex])'))
    list.setAttribute('tabindex', '0');
};
new MutationObserver(mend).observe(place, { childList: true, subtree: true });
