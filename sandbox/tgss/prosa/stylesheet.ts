import { load } from 'cheerio/slim';
import { escapeHtml } from '../../html.ts';

/** The portal's stylesheet, and its application to a page's data. */

/** Path of the stylesheet, without the page that it is for. */
export const STYLESHEET = '/ProsaInternet/xsl/ficha.xsl';

/** Titles of data elements on the page. Others are shown with their own name. */
const TITLES: Record<string, string> = {
  CODIGO_TIPO: 'Tipo documento',
  IP6NUMERO_DOCUMENTO: 'Documento',
  NOMBRE_COMPLETO: 'Nombre',
  NA5NumSegSocialCompleto: 'Número de afiliación',
  CC1EmpresaAut: 'Cuenta de cotización',
  RAZ_solicitante: 'Razón social',
  TOTAL_REGISTROS: 'Registros encontrados',
  desLarga: 'Descripción',
  codigo: 'Código',
};

/** Data that the form of the page shows. */
const IN_FORM = new Set(['TRABAJADOR', 'lisAutorizad']);

/** The data elements as a page shows them. */
export const shownData = (data: string[]): string[] => {
  const $ = load(`<data>${data.join('')}</data>`, { xml: true });
  const show = (parent: string | ReturnType<typeof $>): string[] =>
    $(parent as string)
      .children()
      .toArray()
      .flatMap((element) => {
        const { tagName } = element;
        if (IN_FORM.has(tagName)) return [];
        const inner = $(element);
        if (inner.children().length === 0)
          return [
            `<div class="db_col">${TITLES[tagName] ?? tagName}: ${escapeHtml(inner.text().trim())}</div>`,
          ];
        const begin = tagName.startsWith('SECCION_')
          ? `<div class="db_bloque" id="CONTENEDOR_${tagName}">`
          : `<div class="db_bloque"><h2>${tagName}</h2>`;
        return [begin, ...show(inner), '</div>'];
      });
  return show('data');
};

/**
 * The stylesheet of a page, in XSLT 1.0, the version that browsers support. The portal's own stylesheets transform the data into
 * the page; this one contains the resulting page.
 */
export const stylesheet = (page: string[]): string =>
  [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">',
    '<xsl:output method="html" encoding="ISO-8859-1" indent="no"/>',
    '<xsl:template match="/">',
    // In attributes a brace begins an expression.
    ...page.map((line) =>
      line.replace(/="[^"]*"/g, (attribute) => attribute.replace(/[{}]/g, (brace) => brace + brace)),
    ),
    '</xsl:template>',
    '</xsl:stylesheet>',
    '',
  ].join('\n');
