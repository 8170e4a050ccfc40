import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';

const IPV6_GROUPS = 8;
const IPV6_NETWORK_GROUPS = 4;

/**
 * The visitor's IP address, or null if there is none to trust.
 *
 * On hosted Supabase, requests come through Cloudflare, which sets `cf-connecting-ip` to the peer of its
 * connection and overwrites what clients send. `x-forwarded-for` is not used: its first element is what
 * the client sent, and the number of elements that the gateway appends is undocumented. There is no
 * fallback for a missing header: with one, a client could choose its address.
 * https://developers.cloudflare.com/fundamentals/reference/http-headers/#cf-connecting-ip
 */
export function clientAddress(
  headers: Headers,
  headerName: string,
  peerAddress: string | undefined,
): string | null {
  const value = headerName === 'none' ? peerAddress : headers.get(headerName);
  const address = value?.trim() ?? '';
  return isIP(address) === 0 ? null : address;
}

/**
 * Identifies a visitor in the rate limits: a keyed hash that changes at midnight UTC. Nobody can be
 * followed from one day to the next, nor can an address be found by brute force without the salt.
 */
export function visitorHash(address: string, salt: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac('sha256', salt)
    .update(`${day} ${networkOf(address)}`)
    .digest('hex')
    .slice(0, 32);
}

/** A connection has one IPv4 address or a /64 of IPv6 addresses (RFC 6177), which count as one visitor. */
function networkOf(address: string): string {
  if (isIP(address) === 4) return address;
  const groups = expandIpv6(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') {
    return groups.slice(0, IPV6_NETWORK_GROUPS).join(':');
  }
  // An IPv4-mapped IPv6 address.
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 0xff]).join('.');
}

/** The eight groups of an IPv6 address, in hex without leading zeros. */
function expandIpv6(address: string): string[] {
  // The URL parser reads every notation and returns the shortest.
  const withoutZone = address.split('%')[0] ?? '';
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = shortest.split('::').map((part) => part.match(/[^:]+/g) ?? []);
  const zeros = new Array<string>(IPV6_GROUPS - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}
