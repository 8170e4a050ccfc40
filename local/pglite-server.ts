// Serves PGlite over PostgreSQL's wire protocol to several clients.
//
// PGlite is a single session, and its own pglite-socket interleaves the messages of its clients
// (https://github.com/electric-sql/pglite/issues/1046). Here a connection owns the engine for the length of
// a statement. Transactions of several statements would mix, but the function has none.
// https://www.postgresql.org/docs/current/protocol-message-formats.html
import { createServer, type Socket } from 'node:net';

import type { PGlite } from '@electric-sql/pglite';

import { listen } from './listen.ts';

const LENGTH_BYTES = 4;
const TERMINATE = 'X'.charCodeAt(0);
const READY_FOR_QUERY = Buffer.from('Z\0\0\0\u0005');
const SYNC = Buffer.from('S\0\0\0\u0004');

/** Serves an engine on a loopback port; 0 means any free one. */
export async function servePglite(engine: PGlite, port = 0) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // Clients may disconnect at any time.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    void serveConnection(engine, socket)
      .catch(() => undefined)
      .finally(() => socket.destroy());
  });
  return {
    port: await listen(server, port),
    /** Closes all connections, as a crashing database does. The engine stays open. */
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      // Waits until no connection owns the engine.
      await engine.runExclusive(() => Promise.resolve());
    },
  };
}

async function serveConnection(engine: PGlite, socket: Socket): Promise<void> {
  const messages = readMessages(socket);
  /** Returns whether this message ended the statement. */
  const execute = async (message: Uint8Array): Promise<boolean> => {
    const response = Buffer.from(await engine.execProtocolRaw(message));
    if (socket.writable) socket.write(response);
    return response.subarray(-READY_FOR_QUERY.length - 1, -1).equals(READY_FOR_QUERY);
  };
  for (;;) {
    const first = await messages.next();
    if (first.done === true) return;
    await engine.runExclusive(async () => {
      let hasEnded = await execute(first.value);
      while (!hasEnded) {
        const next = await messages.next();
        // Rolls back what a disconnected client left open.
        hasEnded = await execute(next.done === true ? SYNC : next.value);
      }
    });
  }
}

/** Splits the byte stream into protocol messages. */
async function* readMessages(socket: Socket): AsyncGenerator<Uint8Array, void, void> {
  let buffer = Buffer.alloc(0);
  // Only the start-up message has no type byte before its length.
  let typeBytes = 0;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      buffer = Buffer.concat([buffer, chunk]);
      while (buffer.length >= typeBytes + LENGTH_BYTES) {
        const messageBytes = typeBytes + buffer.readInt32BE(typeBytes);
        if (buffer.length < messageBytes) break;
        const message = buffer.subarray(0, messageBytes);
        buffer = buffer.subarray(messageBytes);
        if (typeBytes === 1 && message[0] === TERMINATE) return;
        typeBytes = 1;
        yield Uint8Array.from(message);
      }
    }
  } catch {
    // An aborted connection is handled like a closed one.
  }
}
