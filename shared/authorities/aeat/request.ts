import { type Script, Unreadable } from '../exchange.ts';
import { fillIn, findForm } from '../html/form.ts';
import { type Fields, get, type PortalPage, post, rejectionOf } from './portal.ts';

/**
 * The request for a certificate, the same for all kinds: a page with a token, the request to validate, the same
 * request to sign, and the receipt. All four are at one address.
 */

/**
 * Requests a certificate in the holder's own name; gives the page that answers the signed request.
 * @param servlet last part of the address, which says the kind of certificate
 * @param choices the fields of this kind
 */
export function* request(servlet: string, choices: Fields): Script<PortalPage> {
  const path = `/wlpl/EMCE-JDIT/${servlet}`;
  const islw = tokenOf(yield* get(path));
  const confirmation = yield* post(path, [
    ['fTipoRepresentacion', '1'],
    ['fNifT', ''],
    ['fNombreT', ''],
    ...choices,
    ['fAccion', '2'],
    ['fIslw', islw],
    ['validarSolicitud', 'Validar solicitud'],
  ]);
  return yield* post(path, signed(confirmation));
}

const tokenOf = (page: PortalPage): string => {
  const token = page.$('input[name="fIslw"]').first().attr('value');
  if (!token) throw rejectionOf(page);
  return token;
};

/**
 * The fields of the page to sign, as they came, with the signature in them: this one is no cryptography, the session
 * of the certificate stands for it. The portal refuses fields that are missing or changed.
 */
const signed = (page: PortalPage): Fields => {
  const form = findForm(page, 'Form');
  if (!form) throw rejectionOf(page);
  const [nif, name] = [scriptValue(page, '_fbNif'), scriptValue(page, '_fbNombre')];
  if (!nif || !name) throw new Unreadable('page to sign without signer');
  return fillIn(form, { FIRNIF: nif, FIRNOMBRE: name, FIR: 'FirmaBasica' });
};

/**
 * Who signs, as the portal knows the holder: of a representative's certificate it is the company that is represented,
 * under the name that the portal has of it, which no certificate tells.
 */
const scriptValue = ({ source }: PortalPage, variable: string): string | undefined => {
  const quoted = new RegExp(
    `${variable}\\s*[=:]\\s*(?:"((?:\\\\.|[^"\\\\]){1,200})"|'((?:\\\\.|[^'\\\\]){1,200})')`,
  );
  const [, inDouble, inSingle] = quoted.exec(source) ?? [];
  return (inDouble ?? inSingle)?.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gi, (_, u, x, character) =>
    character ? character : String.fromCharCode(Number.parseInt(u ?? x, 16)),
  );
};
