import ipaddr from 'ipaddr.js';

/**
 * Webhooks may be sent to addresses of the public internet only, so that no one reaches internal addresses through the
 * service (SSRF). The address to which a name resolves is checked on connecting (`functions/capabilities/webhooks/store/call-receiver.ts`).
 */

/** Addresses of IPv6 that are given to the public internet; all others are for special uses (IANA). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True where webhooks may be sent to this machine, also without TLS: on an emulator only. */
export const sendsToLoopback = (): boolean => process.env.WEBHOOKS_TO_LOOPBACK === 'true';

/** Longest address that is taken, in characters. */
export const MAX_ADDRESS = 500;

/** The lowest port other than 443: those below belong to services that are no receivers, such as mail. */
const LOWEST_PORT = 1_024;

/** An old form of IPv4 within IPv6, without `ffff`, which the library takes for the other one. */
const COMPATIBLE = /^::\d+\./;

const parsed = (ip: string) => (ipaddr.isValid(ip) && !COMPATIBLE.test(ip) ? ipaddr.process(ip) : undefined);

/**
 * Whether an IP address is of the public internet: not loopback, private, shared (CGNAT), link-local (where AWS has its
 * metadata), unique local, multicast or reserved, nor an IPv6 address that tunnels IPv4. An IPv4-mapped address (`::ffff:…`)
 * counts as its IPv4 address.
 */
export const isPublic = (ip: string): boolean => {
  const address = parsed(ip);
  if (address?.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6);
};

/** Whether an IP address is a loopback address. */
export const isLoopback = (ip: string): boolean => parsed(ip)?.range() === 'loopback';

/** The IP address that stands in place of a name, in an address; `undefined` where there is a name. */
const literalOf = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : undefined;
};

const LOCAL_NAME = /^localhost\.?$/;

const isLocal = (url: URL): boolean => {
  const literal = literalOf(url);
  return literal === undefined ? LOCAL_NAME.test(url.hostname) : isLoopback(literal);
};

/**
 * Why a webhook cannot have this address, in Spanish; `undefined` if it can.
 * @param toLoopback also `http` or `https` to this machine, at any port
 */
export const addressFault = (address: string, toLoopback: boolean): string | undefined => {
  if (address.length > MAX_ADDRESS || !URL.canParse(address))
    return `Debe ser una dirección de ${MAX_ADDRESS} caracteres como máximo.`;
  // A URL has none: it would be called by another address than is shown.
  if (/\s/.test(address)) return 'No puede llevar espacios.';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'No puede llevar usuario ni contraseña.';
  if (url.hash !== '') return 'No puede llevar un fragmento (#).';
  if (toLoopback && /^https?:$/.test(url.protocol) && isLocal(url)) return undefined;
  if (url.protocol !== 'https:') return 'Debe empezar por https://.';
  if (url.port !== '' && Number(url.port) < LOWEST_PORT)
    return `El puerto debe ser 443, o ${LOWEST_PORT} o mayor.`;
  const literal = literalOf(url);
  // A name without a dot is of a network of its own.
  const isInside = literal === undefined ? !/\.[^.]/.test(url.hostname) : !isPublic(literal);
  return isInside ? 'Debe ser una dirección pública de internet.' : undefined;
};
