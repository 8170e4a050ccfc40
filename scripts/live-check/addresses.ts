import tls from 'node:tls';
import { ask, describe } from './ask.ts';

const DAY_MS = 86_400_000;

/** What expires sooner should have been renewed by now. */
export const RENEWAL_DAYS = 14;

/** Domains of hosts, which answer for any name below theirs. */
const HOST_NAME = /\.(?:netlify\.app|vercel\.app|(?:pages|workers)\.dev|(?:github|gitlab)\.io)$/;

/** Days until the certificate expires, or why it is refused. */
function certificateDays({ hostname, port }: URL): Promise<number | Error> {
  const to = { host: hostname, port: Number(port || 443), servername: hostname };
  return new Promise((resolve) => {
    const socket = tls.connect(to, () => {
      resolve(daysUntil(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('error', resolve);
  });
}

export const daysUntil = (date = ''): number =>
  Math.floor((Date.parse(date) - Date.now()) / DAY_MS);

/**
 * Every other spelling of the address leads to this one, for good and with the path.
 *
 * @param home the home page
 * @returns a sentence for each that does not
 */
export async function addressFaults(home: URL): Promise<string[]> {
  const { origin, host, pathname, protocol } = home;
  if (protocol !== 'https:') return ['o site não está em https://'];
  const faults: string[] = [];
  const days = await certificateDays(home);
  if (!(typeof days === 'number' && days > RENEWAL_DAYS)) {
    faults.push(`o certificado não vale por mais de ${RENEWAL_DAYS} dias: ${String(days)}`);
  }
  const twin = host.startsWith('www.') ? host.replace('www.', '') : `www.${host}`;
  const to = `${origin}${pathname.replace(/\/$/, '')}/planos`;
  for (const other of [`http://${host}`, `https://${twin}`, `http://${twin}`]) {
    if (HOST_NAME.test(host) && other.includes(twin)) continue;
    const from = to.replace(origin, other);
    const first = await ask(from);
    // A name below the company's domain has no twin with www.
    if (first.text === 'ENOTFOUND' && other.includes('//www.')) continue;
    // By way of https://, at most.
    const isOnTheWay = first.target !== undefined && !first.target.startsWith(`${origin}/`);
    const hops = [first, ...(isOnTheWay ? [await ask(first.target ?? '')] : [])];
    const isForGood = hops.every(({ status }) => status === 301 || status === 308);
    if (isForGood && hops.at(-1)?.target === to) continue;
    faults.push(`${from} ${hops.map(describe).join(', que ')}; precisa levar de vez (301) a ${to}`);
  }
  return faults;
}
