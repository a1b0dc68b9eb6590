/** Fields of a contract, with the fields of the worker's registration (alta) that provide their values. */
export const FROM_REGISTRATION: Readonly<Record<string, string>> = {
  startDate: 'fecha_real',
  codContract: 'tipo_contrato',
  occupation: 'cno',
  GRUPOCOTIZACIONSEGSOCIAL: 'grupo_cotizacion',
  sex: 'sexo',
  dateOfBirth: 'fnacimiento',
};

/** Fields that mean the same in every trámite about a worker. */
export const SAME_FIELDS: ReadonlySet<string> = new Set([
  ...['regimen', 'ccc', 'dni', 'nss', 'identificacion', 'cif', 'name', 'surname', 'lastSurname'],
]);
