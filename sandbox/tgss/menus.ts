/** The menu pages. Clients that drive a browser search for the links, in any frame. */

const entry = (transaction: string) =>
  `/Xhtml?JacadaApplicationName=SGIRED&amp;TRANSACCION=${transaction}&amp;E=I&amp;AP=AFIR`;

const application = (code: string) =>
  `/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&amp;ARQ.SPM.APPTYPE=SERVICE&amp;ARQ.IDAPP=${code}`;

const LINKS: [address: string, text: string][] = [
  [entry('ATR01'), 'Altas y bajas'],
  [entry('ATR65'), 'Duplicados de documentos trabajador'],
  [entry('ATR37'), 'Informe datos de cotización-Trab.Cuenta Ajena'],
  [entry('ATR61'), 'Consulta de afiliado'],
  [entry('ATR62'), 'Relación de afiliados de un C.C.C.'],
  [entry('ATR64'), 'Informe de trabajadores en alta en un C.C.C.'],
  [entry('ACR69'), 'Consulta de situación de la empresa'],
];

const page = (body: string[]) =>
  ['<!DOCTYPE html>', '<html lang="es">', '<head><title>RED - Entorno de pruebas</title></head>', ...body]
    .concat('</html>', '')
    .join('\n');

const links = (entries: [string, string][]) => [
  '<body>',
  ...entries.map(([address, text]) => `<p><a href="${address}">${text}</a></p>`),
  '</body>',
];

/** Menu pages by path. */
export const menus: Record<string, string> = {
  '/fs/indexframes.html': page([
    '<frameset cols="30%,70%">',
    '<frame name="menu" src="/M/menuRED.html"/>',
    '<frame name="contenido" src="/M/menuAFI-REMESAS.html"/>',
    '</frameset>',
  ]),
  '/M/menuRED.html': page(
    links([
      ['/M/menuAFI-REMESAS.html', 'Inscripción y Afiliación Online Real'],
      ['/M/menuSLD-REMESAS.html', 'Cotización Online Real'],
    ]),
  ),
  '/M/menuAFI-REMESAS.html': page(links(LINKS)),
  '/M/menuSLD-REMESAS.html': page(links([[application('XV21Y200'), 'Consulta de cálculos']])),
  '/GetAccess/ResourceList': page(links([['/fs/indexframes.html', 'Sistema RED']])),
};
