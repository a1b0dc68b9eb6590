import { addressOf } from '../shared/derive/routes.ts';
import { CERTIFICATE_TYPES, type Group } from '../shared/operation/operation.ts';
import type { CertificateTypes } from './browser/certificate.ts';
import { escaped } from './layout.ts';

/** The page of operations, which the renderer fills in the browser. */

/** The certificate type of each operation before an authority, by its address. */
export const certificateTypes = (groups: Group[]): CertificateTypes =>
  Object.fromEntries(
    groups.flatMap((group) =>
      group.operations.flatMap((one) =>
        one.kind === 'resource' ? [] : [[addressOf(group, one), CERTIFICATE_TYPES[one.authority]] as const],
      ),
    ),
  );

/** The page. @param stage requests can be tried only if the authorities are stand-ins */
export const operationsHtml = (
  groups: Group[],
  { standIns }: { standIns: boolean },
): string => `<div id="contenido" tabindex="-1">
<noscript><p class="texto">Esta página necesita JavaScript. Las operaciones están también en
<a href="/api/v4/openapi.json">openapi.json</a>.</p></noscript>
<div id="operaciones" data-probar="${standIns ? 'si' : 'no'}" data-certificados="${escaped(JSON.stringify(certificateTypes(groups)))}"></div>
</div>`;

/** Where a caller signs in to try requests. */
export const signInHtml = `<details class="sesion">
<summary>Probar <span id="quien">(iniciar sesión)</span> <span id="con"></span></summary>
<form id="entrar">
<label for="email">E-mail</label>
<input id="email" type="email" autocomplete="username" required>
<label for="clave">Contraseña</label>
<input id="clave" type="password" autocomplete="current-password" required>
<button>Entrar</button>
</form>
<form id="certificado" hidden>
<label for="certificados">Certificado con el que se actúa</label>
<select id="certificados"></select>
<button type="button" id="nuevo">Crear un certificado de prueba</button>
<button type="button" id="reiniciar">Reiniciar el entorno de pruebas</button>
</form>
<p role="status" id="aviso"></p>
</details>`;
