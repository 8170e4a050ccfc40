/**
 * `npm run check:live -- https://www.empresa.com.br` asks a deployed site, on whatever host, for what these pages
 * promise. Writes nothing. Compares the pages with `dist`, or the folder given behind the address, if it was built for
 * that address.
 */
import { checkLive } from './live-check/site.ts';

const [address = '', folder = 'dist'] = process.argv.slice(2);
if (!/^https?:/.test(address)) {
  console.error('Diga o endereço: npm run check:live -- https://www.empresa.com.br');
  process.exit(2);
}
const { faults, summary } = await checkLive(address, folder);
if (faults.length === 0) {
  console.log(`Tudo certo em ${address}: ${summary}.`);
} else {
  console.error([`${address}, ${summary}:`, ...faults.map((fault) => `  - ${fault}`)].join('\n'));
  process.exitCode = 1;
}
