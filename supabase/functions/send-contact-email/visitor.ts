import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';

const IPV6_GROUPS = 8;
const IPV6_NETWORK_GROUPS = 4;

/**
 * The visitor's address, or null when there is none to trust.
 *
 * On hosted Supabase every request comes in through Cloudflare, which sets `cf-connecting-ip` to
 * the peer of its own connection and lets nobody else set it. `x-forwarded-for` is not used: its
 * first element is whatever the client sent, and how many elements the gateway appends is not
 * documented. When the configured header is absent there is no falling back to another one, or
 * leaving it out would be a way to choose one's own address.
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
 * What stands for a visitor in the rate limits: a keyed hash that changes at midnight UTC, so that
 * nobody can be followed from one day to the next, nor an address be found by trying all of them
 * without the salt.
 */
export function visitorHash(address: string, salt: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac('sha256', salt)
    .update(`${day} ${networkOf(address)}`)
    .digest('hex')
    .slice(0, 32);
}

/** One line has one IPv4 address but a whole /64 of IPv6 ones (RFC 6177), all of them one visitor. */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return address;
  const groups = expandIpv6(address);
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIpv4) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return groups
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}

function expandIpv6(address: string): number[] {
  // The URL parser knows every way to write an IPv6 address, and writes the shortest one back.
  const withoutZone = address.split('%')[0] ?? '';
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const start = parse(head);
  if (tail === undefined) return start;
  const end = parse(tail);
  const zeros = new Array<number>(IPV6_GROUPS - start.length - end.length).fill(0);
  return [...start, ...zeros, ...end];
}
