/** Pages that a portal's web server returns itself. */

import { escapeHtml, htmlAnswer, htmlDocument } from './html.ts';
import type { Answer } from './portal.ts';

const page = (status: number, content: string[]): Answer =>
  htmlAnswer(htmlDocument(['<head><title>Entorno de pruebas</title></head>'], content), status);

/** The certificate is missing, expired, or not from a known authority. */
export const noAutorizado = (reason: string): Answer =>
  page(403, [`<div class="cuerpo_noautorizado"><p>${escapeHtml(reason)}</p></div>`]);

/** The portal is broken. */
export const errorPage = (): Answer =>
  page(500, ['<p class="p2">Error interno de la aplicación.</p>', '<p class="p2">Código 500.</p>']);

/** The portal is closed. It asks clients to retry soon, so that tests need not wait long. */
export const maintenancePage = (): Answer => ({
  ...page(503, [
    '<p id="Static001" class="p2">Aplicación Cerrada temporalmente.</p>',
    '<p class="p2">Tareas de mantenimiento.</p>',
  ]),
  headers: { 'Retry-After': '5' },
});

/** The page does not exist. */
export const notFoundPage = (): Answer => page(404, ['<p class="p2">La página no existe.</p>']);

/** The body is larger than any form. */
export const tooLargePage = (): Answer => page(413, ['<p class="p2">Petición demasiado grande.</p>']);
