/** The codes in which the cells of a column may be, if they do not show which one it is. Spanish. */
export const READINGS = {
  HM: 'M es mujer, y hombre es H o V',
  MF: 'M es hombre, y mujer es F',
  percent: 'en porcentaje: 50 es el 50 % de la jornada',
  thousandths: 'en milésimas: 50 es el 5 % de la jornada',
  fraction: 'en tanto por uno: 1 es la jornada completa',
};
/** Name of one of them. */
export type CellReading = keyof typeof READINGS;
export const CELL_READINGS = Object.keys(READINGS) as CellReading[];
