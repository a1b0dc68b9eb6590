/** What the stand-ins have of the portals and our service does not use, and how well each is known. */

export interface FurtherDialog {
  authority: 'tgss' | 'sepe' | 'aeat';
  name: string;
  files: boolean;
  state: 'confirmed' | 'assumed';
  note: string;
}

const asks = { files: false, state: 'confirmed' } as const;
const files = { files: true, state: 'confirmed' } as const;

export const FURTHER_DIALOGS: FurtherDialog[] = [
  {
    ...asks,
    authority: 'tgss',
    name: 'ACR71 life work report of account',
    note: 'Public programs (68340743968, 68485520733): form, dates, the report at once.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR38 contribution data of account',
    note: 'A public program (69381035226): one form with month and chk_SDFSELEC, the report at once.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR39 contribution data of worker by month',
    note: 'A public program (69381035226): one form with the month, the report at once.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'ATR41 remove registration',
    note: 'Public programs (11537922574, 272044164): one screen with btn_Sub2207501004, then txt_SDFSITALT_ayuda.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR64 report of workers',
    note: 'Four public programs (68381699489): form and report.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR66 document by affiliation number',
    note: 'A public program (10933541541): fields, button, result with the error in it.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR67 affiliation number by document',
    note: 'A public program (11735882923): fields, button and result, with the names since 2019.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR74 report of scheduled movements',
    note: 'A public program (68381699489): form and report.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'RCR92 situation of account',
    note:
      'Public programs (68284100299, 69381035226, 17222786987): with AP=DEUR, the form RCCM5201 twice, its boxes, ' +
      'buttons by their labels.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'AECPSED1 certificates of being up to date',
    note: 'Public programs (71131086792, 68740541440): kinds 1, 2, 3, 5, 6 and 7, their two steps.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'AECPSED1 certificates of an earlier date',
    state: 'assumed',
    note: 'Kinds 4, 8 and 9 want a date, whose field no program shows. Settled by that page.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'RETC0001 accounts of authorised user',
    note: 'A public program: the elements of the answer.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV21F001 certificate of being up to date',
    note:
      'Public programs, newer (68295375654): links enlace_*, criBusCccNaf, botBuscar, ENVIO_13, ENVIO_15; older ' +
      '(55084393505): criteriosBusquedaCccNaf, CONTINUAR, IMPRIMIR. Assumed: names of actions.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV21Y200 calculations of settlements',
    note:
      'Public programs (69381035226, 68292108476): form, list and rows by index, settlement, workers and tramos, with ' +
      'forms of their own to one address.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y300 draft of settlement',
    note:
      'Programs that file with it (69651079465, 68339651712, 68532704994): ids, fields with BASE_MES_ANTERIOR, button, ' +
      'messages.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y600 confirmation of settlement',
    note: 'Programs that file with it (69651079465, 68339651712, 68532704994): ids, fields, button, messages.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y800 second confirmation of settlements',
    note: 'Programs that file with it (69651079465): account, button, bank data in fieldset.ancho95.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV24M00C document by affiliation number',
    note: 'A public program (68381699489): fields, ENVIO_3, the cells of each row.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV24M00D affiliation number by document',
    note: 'A public program (68381699489): fields, boxes, ENVIO_2, CONTENEDOR_SECCION_1.',
  },
  {
    ...asks,
    authority: 'aeat',
    name: 'Census certificate',
    note:
      'A public program with the real portal (68736083599): address, fTipoModelo=C, the page to sign with all inputs, ' +
      'the document.',
  },
  {
    ...asks,
    authority: 'aeat',
    name: 'ECOT tax compliance of a third party',
    note: 'A public browser program (55076752185): radio fTipoRepresentacion1, fNifT, fNombreT.',
  },
  {
    ...asks,
    authority: 'sepe',
    name: 'Contrat@ extension PDF',
    note: 'A client in use (68625287781): links, tableScroll, indice, numprorroga, buttons.',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ extension',
    note:
      'Versions of a client in use (68314164389, 68316030671, 68285186088): links, fields, buttons, and the page about ' +
      'the agreement that leads back. Assumed: for which contracts that page comes.',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ servicioProrrogas',
    note: 'A quoted schema (68543862200): root and blocks of the document.',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ servicioLlamamientoFijoDiscontinuo',
    note: 'Two independent groups (58056091864, 54715439490): root and blocks of the document.',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Certific@2 filing service',
    note: 'Public files that quote it (68855574175, 68342519267, 69007146659): operations and schema.',
  },
];
