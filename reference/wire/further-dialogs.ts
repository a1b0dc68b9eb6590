import type { AuthorityName } from '../../shared/kernel/errors.ts';

/** Dialogs of the portals that public programs use and this service does not. */

export interface FurtherDialog {
  authority: AuthorityName;
  name: string;
  files: boolean;
  /** Whether the stand-in implements it. */
  stoodIn: boolean;
  /** What is known, and the source. */
  note: string;
}

const asks = { files: false, stoodIn: false };
const files = { files: true, stoodIn: false };

export const FURTHER_DIALOGS: FurtherDialog[] = [
  {
    ...asks,
    authority: 'tgss',
    name: 'ACBR0001 pension simulation',
    stoodIn: true,
    note: 'A public program (jenarvaezg/tu-jubilacion): no certificate; XML of data for a browser. Assumed: HTML for others.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR38 contribution data of account',
    note: 'aonsolutions/aon-application: one form with month and chk_SDFSELEC, the report at once.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR39 contribution data of worker by month',
    note: 'aonsolutions/aon-application: one form with the month, the report at once.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'ATR41 remove registration',
    note: 'd3sd1/bot-seguridad-social-symfony: one screen with btn_Sub2207501004, then txt_SDFSITALT_ayuda.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR66 document by affiliation number',
    note: 'd3sd1/spring-boot-seguridad-social: fields, button, result with the error in it.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR67 affiliation number by document',
    note: 'd3sd1/spring-boot-seguridad-social: fields, button and result, with the names since 2019.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'ATR74 report of scheduled movements',
    note: 'aonsolutions/aon-application: form and report.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'INAF0004 to INAF0013 reports on a person',
    note: 'A public program: the applications, and the log-in on another host. Not known: their pages.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'APR01 affiliation number for a person without one',
    note: 'aonsolutions/aon-application: the list of authorisations before it, fields of the first page, the page where one exists.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV24P003 secondary users',
    note:
      'aonsolutions/aon-application: the list by radios, situacion, sitActUsuari, ACC_BUSCAR_CRITERIOS, page by page; it ' +
      'registers them, too.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'AECPSED1 certificates of being up to date',
    note: 'InteliFactu/ventanilla-unica: kinds 1, 2, 3, 5, 6 and 7, their two steps. The others want a date.',
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
      'aonsolutions/aon-application: links enlace_*, criBusCccNaf, botBuscar, ENVIO_13 and 15; ' +
      'CarlosCabreraCriado/parche-gestoria: other names. Assumed: names of actions.',
  },
  {
    ...asks,
    authority: 'tgss',
    name: 'XV21Y200 calculations of settlements',
    stoodIn: true,
    note:
      'aonsolutions/aon-application: form, list, rows by index, settlement, workers and tramos, to one address. Its ' +
      'versions for a browser want tables, links and columns that the stand-in does not show.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y300 draft of settlement',
    note:
      'aonsolutions/aon-application, which files with it: ids, fields with BASE_MES_ANTERIOR, button, ' +
      'messages.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y600 confirmation of settlement',
    note: 'aonsolutions/aon-application, which files with it: ids, fields, button, messages.',
  },
  {
    ...files,
    authority: 'tgss',
    name: 'XV21Y800 second confirmation of settlements',
    note: 'aonsolutions/aon-application, which files with it: account, button, bank data in fieldset.ancho95.',
  },
  {
    ...asks,
    authority: 'aeat',
    name: 'Census certificate',
    note:
      'InteliFactu/ventanilla-unica, with the real portal: address, fTipoModelo=C, the page to sign with all inputs, ' +
      'the document.',
  },
  {
    ...asks,
    authority: 'aeat',
    name: 'ECOT tax compliance of a third party',
    stoodIn: true,
    note: 'CarlosCabreraCriado/parche-gestoria: radio fTipoRepresentacion1, fNifT, fNombreT.',
  },
  {
    ...files,
    authority: 'sepe',
    name: 'Contrat@ extension',
    note:
      'Versions of aonsolutions/aon-application: links, fields, buttons, and the page about ' +
      'the agreement that leads back.',
  },
];
