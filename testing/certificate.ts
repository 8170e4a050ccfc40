import { isIP } from 'node:net';

import { generate } from 'selfsigned';

export type Certificate = Awaited<ReturnType<typeof createCertificate>>;

/** A certificate for a server on this machine by the names given, and the authority that vouches for it, as PEM. */
export async function createCertificate(names: readonly string[] = ['localhost', '127.0.0.1']) {
  // Deno up to 2.1 takes no certificate that vouches for itself.
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
