import ipaddr from 'ipaddr.js';

/** Bytes of an address that are the same for one subscriber: /24 of IPv4, /56 of IPv6. */
const NETWORK_BYTES = { ipv4: 3, ipv6: 7 };

/** The network of an address, as text; an address that cannot be read is a network of its own. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  // An IPv4 address written as IPv6 is the IPv4 address.
  const address = ipaddr.process(ip);
  const kind = address.kind();
  return `${kind}#${address.toByteArray().slice(0, NETWORK_BYTES[kind]).join('.')}`;
};
