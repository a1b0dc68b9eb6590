/** User and password for SEPE's services, in addition to the certificate of the connection. */
export interface Access {
  user: string;
  password: string;
}

/** Without user and password: only the certificate says who files. */
export const NO_ACCESS: Access = { user: '', password: '' };
