// An SMTP server that delivers to a folder: every mail becomes an .eml file.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { SMTPServer } from 'smtp-server';

export interface MailSink {
  port: number;
  stop(): Promise<void>;
}

/** Starts the sink on a free loopback port. `onMail` hears of each file once it is complete. */
export async function startMailSink(
  folder: string,
  onMail: (path: string) => void,
): Promise<MailSink> {
  mkdirSync(folder, { recursive: true });
  const server = new SMTPServer({
    // Nothing leaves this machine: no encryption, no login.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const path = join(folder, `${fileTime(new Date())}-${randomUUID().slice(0, 8)}.eml`);
        writeFile(path, Buffer.concat(chunks)).then(
          () => {
            onMail(path);
            callback();
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new Error('the mail could not be written'));
          },
        );
      });
    },
  });
  // A client that goes away is no reason to go down; the files tell what arrived.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** Local time as 2026-11-21-094500: sorts by name, and no file system minds it. */
function fileTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
