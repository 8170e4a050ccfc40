import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, 'certificates', name), 'utf8');

/** A certificate for `localhost`, valid until 2126, and the authority that signed it, as PEM. */
export const CERTIFICATE = {
  key: read('localhost.key'),
  cert: read('localhost.pem'),
  // Deno up to 2.1 rejects self-signed certificates.
  ca: read('authority.pem'),
};

/** Another authority of the same name. */
export const IMPOSTOR_CA = read('impostor.pem');
