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
    name: 'ATR38 contribution data of account',
    note: 'One form with month and chk_SDFSELEC, and the report at once, as a public program uses it (69381035226).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR39 contribution data of worker by month',
    note: 'One form with the month, and the report at once, as a public program uses it (69381035226).',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'ATR41 remove registration',
    note:
      'One screen with btn_Sub2207501004, after which txt_SDFSITALT_ayuda is shown, as independent public programs use ' +
      'it (11537922574, 272044164).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR64 report of workers',
    note: 'The form and its report as four public programs use them (68381699489).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR66 document by affiliation number',
    note: 'Fields, button and result, with the error in it, as a public program uses them (10933541541).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR67 affiliation number by document',
    note: 'Fields, button and result as a public program uses them (11735882923), with the names since 2019.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR74 report of scheduled movements',
    note: 'The form and its report as a public program uses them (68381699489).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'RCR92 situation of account',
    note:
      'With AP=DEUR: the form RCCM5201 twice, its boxes, and buttons by their labels, as public programs use it ' +
      '(68284100299, 69381035226, 17222786987).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'AECPSED1 certificates of being up to date',
    note:
      'Kinds 1, 2, 3, 5, 4, 8 and 9 and their two steps as a public program uses them (71131086792). Assumed: the field ' +
      'of the date that three kinds need.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'RETC0001 accounts of authorised user',
    note: 'The elements of the answer as a public program reads them.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV21F001 certificate of being up to date',
    note:
      'Links enlace_*, AC_BUSCAR_OAR, criteriosBusquedaCccNaf, CONTINUAR and IMPRIMIR as public programs use them ' +
      '(68284100299, 55084393505).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV21Y200 calculations of settlements',
    note:
      'Form, list and rows by index, settlement, workers and tramos as public programs use them, with forms of their own ' +
      'to one address (69381035226, 68292108476).',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y300 draft of settlement',
    note:
      'Ids, fields with BASE_MES_ANTERIOR, button and messages as programs use them that file with it (69651079465, ' +
      '68339651712, 68532704994).',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y600 confirmation of settlement',
    note: 'Ids, fields, button and messages as programs use them that file with it (69651079465, 68339651712, 68532704994).',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y800 second confirmation of settlements',
    note: 'Account, button and bank data in fieldset.ancho95 as programs use them that file with it (69651079465).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV24M00C document by affiliation number',
    note: 'Fields, ENVIO_3 and the cells of each row as a public program uses them (68381699489).',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV24M00D affiliation number by document',
    note: 'Fields, boxes, ENVIO_2 and CONTENEDOR_SECCION_1 as a public program uses them (68381699489).',
  },
  {
    ...asks,
    authority: 'aeat',
    name: 'Census certificate',
    note:
      'Address, fTipoModelo=C, the page to sign with all its inputs, and the document as a public program requests it ' +
      'from the real portal (68736083599).',
  },
  {
    ...asks,
    authority: 'aeat',
    name: 'ECOT tax compliance of a third party',
    note: 'Radio fTipoRepresentacion1, fNifT and fNombreT as a public browser program fills them in (55076752185).',
  },
  {
    ...asks,
    authority: 'sepe',
    name: 'Contrat@ extension PDF',
    note: 'Links, tableScroll, indice, numprorroga and buttons of the web application as a client in use has them (68625287781).',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ extension',
    note:
      'Links, fields and buttons of the web application, and the page about the agreement that leads back, as versions ' +
      'of a client in use have them (68314164389, 68316030671, 68285186088). Assumed: for which contracts that page comes.',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ servicioProrrogas',
    note: 'Root and blocks of the document as a quoted schema has them (68543862200).',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ servicioLlamamientoFijoDiscontinuo',
    note: 'Root and blocks of the document as two independent groups write them (58056091864, 54715439490).',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Certific@2 filing service',
    note: 'Operations and schema as quoted in public files (68855574175, 68342519267, 69007146659).',
  },
];
