const MESSAGES = {
  password: 'La contraseña no es la del certificado.',
  'not-a-p12': 'El fichero no es un certificado P12 o PFX, o está dañado.',
  'no-private-key': 'El fichero no contiene una clave privada que se pueda leer.',
  'no-certificate': 'El fichero no contiene el certificado de su clave privada.',
  'several-holders': 'El fichero contiene certificados de varios titulares; exporte solo uno.',
  expired: 'El certificado está caducado.',
  names: 'El certificado tiene nombres de más de 128 caracteres, o con caracteres de control.',
  'too-weak': 'TLS no acepta la clave del certificado; si es RSA, debe tener 2048 bits o más.',
  unsupported: 'El fichero está protegido con un algoritmo que no se admite.',
};

/** Why a P12 file cannot be used. The message is for the integrator, in Spanish. */
export class P12Error extends Error {
  readonly reason: keyof typeof MESSAGES;

  constructor(reason: keyof typeof MESSAGES, message: string = MESSAGES[reason], cause?: unknown) {
    super(message, { cause });
    this.name = 'P12Error';
    this.reason = reason;
  }
}
