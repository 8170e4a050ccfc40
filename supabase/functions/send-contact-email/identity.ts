/** Recognises a repeated submission, a visitor and the schedule, by hashes. */
import { Buffer } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

import type { TypedText } from '../_shared/contact-form.ts';

/** Carries CONTACT_SECRET from the schedule to `/job`. */
export const SECRET_HEADER = 'x-contact-secret';

/**
 * Holds the visitor's address. On hosted Supabase, requests come through Cloudflare, which sets it to the peer of
 * its connection and overwrites what clients send; in `x-forwarded-for`, the first element is what they sent.
 * There is no fallback for a missing header: with one, a client could choose its address.
 * https://developers.cloudflare.com/fundamentals/reference/http-headers/#cf-connecting-ip
 */
export const ADDRESS_HEADER = 'cf-connecting-ip';

const IPV6_NETWORK_GROUPS = 3;

/** Hex. Hashes JSON, so that no two lists of parts hash alike. */
export function sha256(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * The key by which the database recognises a repeated submission. It includes the content: a visitor who
 * changes the text and sends it under the same key loses nothing. The form's HTML cannot generate a key: for ten
 * minutes, name, phone and text recognise it, which distinguish two people better than an office's IP address does.
 */
export function submissionKey({ name, phone, message }: TypedText, keyHeader: string | null) {
  return sha256(keyHeader?.toLowerCase() ?? '', name, phone, message);
}

/** Compares in constant time. Hashing first makes the lengths equal. */
export function secretsMatch(given: string | null, expected: string): boolean {
  const digest = (text: string) => Buffer.from(sha256(text));
  return timingSafeEqual(digest(given ?? ''), digest(expected));
}

/**
 * Identifies a visitor in the hourly limit: a keyed hash that changes at midnight UTC. Nobody can be
 * followed from one day to the next, nor can an address be found by brute force without the secret.
 * Null if there is no address to trust: all such visitors share one limit.
 */
export function visitorHash(address: string | null, secret: string, now: Date): string | null {
  const trimmed = address?.trim() ?? '';
  if (isIP(trimmed) === 0) return null;
  const day = now.toISOString().slice(0, 10);
  const hash = createHmac('sha256', secret).update(`visitor ${day} ${networkOf(trimmed)}`);
  return hash.digest('hex').slice(0, 32);
}

/** A customer has one IPv4 address or up to a /48 of IPv6 addresses (RFC 6177), which count as one visitor. */
function networkOf(address: string): string {
  const [, ipv4 = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (isIP(ipv4) === 4) return ipv4;
  // The URL parser reads every notation and returns the shortest, in which `::` is two groups of zeros or more.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [start = ''] = hostname.slice(1, -1).split('::');
  return [...start.split(':'), '0', '0'].slice(0, IPV6_NETWORK_GROUPS).join(':');
}
