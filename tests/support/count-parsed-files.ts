/** Imported into a build, notes each content file that is parsed in the file that COUNT_IN names. */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

subscribe('content-reader:parsed', (file) => {
  appendFileSync(process.env['COUNT_IN'] ?? '', `${String(file)}\n`);
});
