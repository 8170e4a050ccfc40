/** Imported into a build: appends the name of each content file that is parsed to the file COUNT_IN. */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

subscribe('content-reader:parsed', (file) => {
  appendFileSync(process.env['COUNT_IN'] ?? '', `${String(file)}\n`);
});
