// PGlite behind a TCP socket that speaks PostgreSQL's wire protocol, for several clients at a time.
//
// PGlite is one session. The project's own pglite-socket hands it single protocol messages from all
// connections in the order they arrive, so that one client's Parse can come between another one's
// Parse and Bind; and after an error its queue stands still. Here a connection has the engine to
// itself from its first message until the engine is idle again, outside of any transaction.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

import type { PGlite } from '@electric-sql/pglite';

// https://www.postgresql.org/docs/current/protocol-message-formats.html
const SSL_REQUEST_CODE = 80877103;
const GSS_REQUEST_CODE = 80877104;
const CANCEL_REQUEST_CODE = 80877102;
const LENGTH_BYTES = 4;
const HEADER_BYTES = 5;
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
const STATUS_IDLE = 'I'.charCodeAt(0);
const SYNC_MESSAGE = Uint8Array.from([0x53, 0, 0, 0, 4]);
const REFUSAL = Buffer.from('N');

export interface PgliteServer {
  port: number;
  /** Cuts all connections, as a database that goes down does. The engine itself stays open. */
  stop(): Promise<void>;
}

/** Serves `database` on a loopback port (0: a free one). */
export async function servePglite(database: PGlite, port = 0): Promise<PgliteServer> {
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // A client that goes away is its own business.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const session = serveConnection(database, socket)
      .catch(() => {
        socket.destroy();
      })
      .finally(() => running.delete(session));
    running.add(session);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(running);
    },
  };
}

async function serveConnection(database: PGlite, socket: Socket): Promise<void> {
  const messages = readMessages(socket);
  for (;;) {
    const first = await messages.next();
    if (first.done === true || first.value[0] === TERMINATE) break;
    await database.runExclusive(async () => {
      let message: Uint8Array | undefined = first.value;
      for (;;) {
        const isIdle = await execute(database, message, socket);
        if (isIdle) return;
        const next = await messages.next();
        message = next.done === true || next.value[0] === TERMINATE ? undefined : next.value;
        if (message === undefined) {
          await leaveClean(database);
          return;
        }
      }
    });
  }
  socket.end();
}

/** Runs one message, and says whether the engine is idle and outside of a transaction after it. */
async function execute(database: PGlite, message: Uint8Array, socket: Socket): Promise<boolean> {
  let isIdle = false;
  await database.execProtocolRawStream(message, {
    onRawData: (data) => {
      // ReadyForQuery is six bytes long, always the last message, and ends in the status.
      const ready = data.length - HEADER_BYTES - 1;
      if (ready >= 0 && data[ready] === READY_FOR_QUERY) {
        isIdle = data[data.length - 1] === STATUS_IDLE;
      }
      if (socket.writable) socket.write(Buffer.from(data));
    },
  });
  return isIdle;
}

/** For a client that went away in the middle: what it had begun is undone. */
async function leaveClean(database: PGlite): Promise<void> {
  await database.execProtocolRawStream(SYNC_MESSAGE, { onRawData: () => undefined });
  if (database.isInTransaction()) {
    const text = Buffer.from('ROLLBACK\0');
    const rollback = Buffer.alloc(HEADER_BYTES + text.length);
    rollback.write('Q');
    rollback.writeInt32BE(LENGTH_BYTES + text.length, 1);
    text.copy(rollback, HEADER_BYTES);
    await database.execProtocolRawStream(rollback, { onRawData: () => undefined });
  }
}

/** Cuts the byte stream into protocol messages, and answers requests for encryption with a no. */
async function* readMessages(socket: Socket): AsyncGenerator<Uint8Array, void, void> {
  let buffer = Buffer.alloc(0);
  let hasStarted = false;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      buffer = Buffer.concat([buffer, chunk]);
      for (;;) {
        // The start-up message alone has no type byte before its length.
        const lengthOffset = hasStarted ? 1 : 0;
        if (buffer.length < lengthOffset + LENGTH_BYTES) break;
        const messageBytes = lengthOffset + buffer.readInt32BE(lengthOffset);
        if (buffer.length < messageBytes) break;
        const message = buffer.subarray(0, messageBytes);
        buffer = buffer.subarray(messageBytes);
        if (!hasStarted) {
          const code = message.readInt32BE(LENGTH_BYTES);
          if (code === SSL_REQUEST_CODE || code === GSS_REQUEST_CODE) {
            socket.write(REFUSAL);
            continue;
          }
          if (code === CANCEL_REQUEST_CODE) return;
          hasStarted = true;
        }
        yield new Uint8Array(message);
      }
    }
  } catch {
    // The client broke off: the same to us as an orderly end.
  }
}
