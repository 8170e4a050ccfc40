import { isIP } from 'node:net';

import { generate } from 'selfsigned';

export type Certificate = Awaited<ReturnType<typeof createCertificate>>;

/** Creates a certificate for the given host names and the authority that signs it, as PEM. */
export async function createCertificate(names: readonly string[] = ['localhost', '127.0.0.1']) {
  // Deno up to 2.1 rejects self-signed certificates.
  const ca = await generate([{ name: 'commonName', value: 'Authority' }], {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { key: leaf.private, cert: leaf.cert, ca: ca.cert };
}
