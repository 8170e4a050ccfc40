import { createHash } from 'node:crypto';

/** Hash of an inline script or style, as a Content-Security-Policy lists it in quotes. */
export function policyHash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
