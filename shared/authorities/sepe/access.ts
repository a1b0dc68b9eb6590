/** Who files at SEPE's services: they ask for a user and a password beside the certificate of the connection. */
export interface Access {
  user: string;
  password: string;
}

/** A deployment without user and password of its own: the certificate alone says who files. */
export const NO_ACCESS: Access = { user: '', password: '' };
