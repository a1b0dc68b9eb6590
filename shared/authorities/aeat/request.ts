import { type Script, Unreadable } from '../exchange.ts';
import { fillIn, findForm } from '../html/form.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { enter, type Fields, get, type PortalPage, pageError, post } from './portal.ts';

/**
 * The request for a certificate, the same for all kinds: a page with a token, the request to validate, the same request
 * to sign, and the receipt. All four have one address.
 */

/**
 * Requests a certificate in the holder's own name. Returns the page that answers the signed request.
 * @param servlet last part of the address, different for each kind of certificate
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

/**
 * Requests a certificate that the portal issues at once, and gets it.
 * @param name names the kind of document, never a person
 */
export function* issueAtOnce(servlet: string, choices: Fields, name: string): Script<Certificate> {
  yield* enter();
  const receipt = yield* request(servlet, choices);
  const csv = csvOf(receipt.source);
  if (!csv) throw pageError(receipt);
  return yield* fetchCertificate(csv, name);
}

const tokenOf = (page: PortalPage): string => {
  const token = page.$('input[name="fIslw"]').first().attr('value');
  if (!token) throw pageError(page);
  return token;
};

/**
 * The fields of the page to sign, unchanged, with the signature. This signature needs no cryptography: the session of
 * the certificate proves who signs. The portal refuses missing or changed fields.
 */
const signed = (page: PortalPage): Fields => {
  const form = findForm(page, 'Form');
  if (!form) throw pageError(page);
  const signature = signatureOn(page);
  if (!signature) throw new Unreadable('page to sign without signer');
  // Fields that the page has more than once are sent as often; the fields of the signature are always signed.
  const signedValue = new Map(Object.entries(signature));
  return fillIn(form, signature).map(([field, value]) => [field, signedValue.get(field) ?? value]);
};

/** The form fields that carry the signature; `undefined` if the page names no signer. */
export const signatureOn = (page: PortalPage) => {
  const [nif, name] = [scriptValue(page, '_fbNif'), scriptValue(page, '_fbNombre')];
  return nif && name ? { FIRNIF: nif, FIRNOMBRE: name, FIR: 'FirmaBasica' } : undefined;
};

/**
 * The signer as the portal knows it, from a variable in a script. For a representative's certificate it is the
 * represented company, with the name that the portal has for it; that name is not in the certificate.
 */
const scriptValue = ({ source }: PortalPage, variable: string): string | undefined => {
  const quoted = new RegExp(
    `${variable}\\s*[=:]\\s*(?:"((?:\\\\.|[^"\\\\]){1,200})"|'((?:\\\\.|[^'\\\\]){1,200})')`,
  );
  const [, inDouble, inSingle] = quoted.exec(source) ?? [];
  return (inDouble ?? inSingle)?.replace(
    /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|(.))/gi,
    (escaped, character?: string) => character ?? String.fromCharCode(Number.parseInt(escaped.slice(2), 16)),
  );
};
