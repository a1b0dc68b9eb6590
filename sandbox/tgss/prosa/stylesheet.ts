/** The stylesheet with which browsers show the XML of the applications as a page. */

/** Path of the stylesheet. */
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

const COPIED =
  'form|input|select|option|button|label|fieldset|legend|table|thead|tbody|tr|td|th|p|div|span|a|h2|ul|li|br';

/** The stylesheet in XSLT 1.0, the version that browsers support. */
export const stylesheet: string = [
  '<?xml version="1.0" encoding="ISO-8859-1"?>',
  '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">',
  '<xsl:output method="html" encoding="ISO-8859-1" indent="no"/>',
  '<xsl:template match="/ProsaXMLData" priority="4">',
  '<html lang="es">',
  '<head>',
  '<title><xsl:value-of select="@titulo"/> - Entorno de pruebas</title>',
  '<style>body { font-family: sans-serif; margin: 2em } label { display: block; margin-top: 0.5em }',
  '.ERROR { color: #a00 } .INFO { color: #060 } .db_bloque { border: 1px solid #ccc; margin: 1em 0; padding: 0.5em }',
  '</style>',
  '</head>',
  '<body>',
  '<h1><xsl:value-of select="@titulo"/></h1>',
  '<xsl:apply-templates select="*"/>',
  '</body>',
  '</html>',
  '</xsl:template>',
  // Elements that are not shown: they are for clients only.
  '<xsl:template match="SPM.TICKET|SPM.IDSESSION|SPM.URLFRONTEND|SPM.CONTEXT|SPM.LANGUAGE|SPM.ISPOPUP|TRABAJADOR" priority="2"/>',
  '<xsl:template match="MESSAGES" priority="2">',
  '<div id="MESSAGES"><xsl:apply-templates select="MESSAGE"/></div>',
  '</xsl:template>',
  '<xsl:template match="MESSAGE" priority="2">',
  '<p class="{TIPO} mensaje"><xsl:value-of select="TEXTO"/></p>',
  '</xsl:template>',
  '<xsl:template match="MESSAGE[TIPO=\'ERROR\']" priority="3">',
  '<div id="ARQContenMensaje"><ul><li class="ERROR mensaje mensajeError" title="Error">',
  '<xsl:value-of select="TEXTO"/>',
  '</li></ul></div>',
  '</xsl:template>',
  '<xsl:template match="prevdocumentoseinformes" priority="2">',
  '<div id="CONTENEDOR_prevdocumentoseinformes"><ul id="prevdocumentoseinformes">',
  '<xsl:for-each select="a"><li><xsl:apply-templates select="."/></li></xsl:for-each>',
  '</ul></div>',
  '</xsl:template>',
  `<xsl:template match="${COPIED}" priority="2">`,
  '<xsl:copy><xsl:copy-of select="@*"/><xsl:apply-templates/></xsl:copy>',
  '</xsl:template>',
  '<xsl:template match="*[*]" priority="1">',
  '<div class="db_bloque">',
  '<xsl:if test="starts-with(name(), \'SECCION_\')">',
  '<xsl:attribute name="id">CONTENEDOR_<xsl:value-of select="name()"/></xsl:attribute>',
  '</xsl:if>',
  '<xsl:if test="not(starts-with(name(), \'SECCION_\'))"><h2><xsl:value-of select="name()"/></h2></xsl:if>',
  '<xsl:apply-templates select="*"/>',
  '</div>',
  '</xsl:template>',
  '<xsl:template match="*">',
  '<div class="db_col"><xsl:apply-templates select="." mode="titulo"/>: <xsl:value-of select="."/></div>',
  '</xsl:template>',
  '<xsl:template match="*" mode="titulo"><xsl:value-of select="name()"/></xsl:template>',
  ...Object.entries(TITLES).map(
    ([name, title]) => `<xsl:template match="${name}" mode="titulo">${title}</xsl:template>`,
  ),
  '</xsl:stylesheet>',
  '',
].join('\n');
