import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressFault,
  isLoopback,
  isPublic,
} from '../../../functions/capabilities/webhooks/receiver-address.ts';

/** Address ranges that are not on the public internet (RFC 6890 and IANA's registries of special-purpose addresses). */
const INSIDE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
];
const INSIDE_V6 = [
  ...['::', '::1', 'fe80::1', 'febf::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '100::1'],
  ...['2001:db8::1', '2001:10::1', '2001:2::1', '::127.0.0.1', '::8.8.8.8', '5f00::1'],
];
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2a00:1450:4003:80c::200e',
];

const dotted = (ip: number) => [24, 16, 8, 0].map((bits) => (ip >>> bits) & 255).join('.');

/** Any address in these ranges, as a number. */
const inside = fc.tuple(fc.constantFrom(...INSIDE_V4), fc.nat({ max: 2 ** 32 - 1 })).map(([range, any]) => {
  const [base = '', bits] = range.split('/');
  const number = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const free = 2 ** (32 - Number(bits));
  return number + (any % free);
});

const hex = (value: number) => value.toString(16);
const halves = (ip: number) => `${hex(ip >>> 16)}:${hex(ip & 0xffff)}`;

/** The ways to write an IPv4 address in a URL, or to embed it in an IPv6 address. */
const FORMS: Record<string, (ip: number) => string> = {
  dotted,
  'a number': String,
  hexadecimal: (ip) => `0x${hex(ip)}`,
  octal: (ip) =>
    dotted(ip)
      .split('.')
      .map((part) => `0${Number(part).toString(8)}`)
      .join('.'),
  'with a dot at its end': (ip) => `${dotted(ip)}.`,
  mapped: (ip) => `[::ffff:${dotted(ip)}]`,
  'mapped, hexadecimal': (ip) => `[::ffff:${halves(ip)}]`,
  compatible: (ip) => `[::${halves(ip)}]`,
  NAT64: (ip) => `[64:ff9b::${halves(ip)}]`,
  '6to4': (ip) => `[2002:${halves(ip)}::1]`,
};

describe('the address of a receiver', () => {
  it.each(Object.entries(FORMS))('the address is never inside, written as %s', (_, write) => {
    fc.assert(
      fc.property(inside, (ip) => {
        expect(isPublic(dotted(ip)), dotted(ip)).toBe(false);
        expect(addressFault(`https://${write(ip)}/`, false), write(ip)).toBeDefined();
      }),
    );
  });

  it.each(INSIDE_V6)('the address cannot be the internal one %s', (ip) => {
    expect(isPublic(ip)).toBe(false);
    expect(addressFault(`https://[${ip}]/`, false)).toBeDefined();
  });

  it.each(PUBLIC)('the address may be the external one %s', (ip) => {
    expect(isPublic(ip)).toBe(true);
    expect(addressFault(ip.includes(':') ? `https://[${ip}]/` : `https://${ip}/`, false)).toBeUndefined();
  });

  it.each([
    'https://nominas.example.com/pasarela',
    'https://nominas.example.com:8443/a?b=c',
    'https://xn--nminas-9ta.example/',
  ])('the address may be %s', (address) => {
    expect(addressFault(address, false)).toBeUndefined();
  });

  it.each([
    ['nominas.example.com', 'Debe ser una dirección'],
    [`https://nominas.example.com/${'a'.repeat(500)}`, 'Debe ser una dirección'],
    ['http://nominas.example.com/', 'https'],
    ['ftp://nominas.example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['https://user:secret@nominas.example.com/', 'usuario'],
    ['https://user@nominas.example.com/', 'usuario'],
    ['https://nominas.example.com:25/', 'puerto'],
    ['https://nominas.example.com:22/', 'puerto'],
    ['https://nominas.example.com/#a', 'fragmento'],
    ['https://nominas.example.com/a b', 'espacios'],
    ['https://nominas.example.com/a?b=c\u00a0d', 'espacios'],
    ['https://localhost/', 'pública'],
    ['https://metadata/', 'pública'],
    ['https://metadata./', 'pública'],
    ['http://localhost:8080/', 'https'],
    ['http://127.0.0.1:9001/2018-06-01/runtime/init/error', 'https'],
  ])('the address cannot be %s', (address, why) => {
    expect(addressFault(address, false)).toContain(why);
  });

  it('the address may be this machine if the stage allows it, and nothing else that is inside', () => {
    for (const address of [
      'http://localhost:80/',
      'http://127.0.0.1:4000/a',
      'http://[::1]:4000/',
      'https://127.8.9.1:99/',
    ])
      expect(addressFault(address, true), address).toBeUndefined();
    for (const address of [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://localhost.example.com/',
      'https://0.0.0.0/',
    ])
      expect(addressFault(address, true), address).toBeDefined();
    expect(isLoopback('::ffff:127.0.0.1')).toBe(true);
    expect(isLoopback('10.0.0.1')).toBe(false);
    expect(isLoopback('localhost')).toBe(false);
  });
});
