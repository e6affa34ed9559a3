import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a hostile caller does with a connection that it has opened. */
type Manner = (socket: Socket) => void;

export type Siege = {
  /** Connections that the service has not closed yet. */
  openCount(): number;
  /** Resolves when the service has closed all of them. */
  ended: Promise<unknown>;
  lift(): void;
};

const DRIP_MS = 500;

/** Writes a byte every half second until the connection is closed. */
function drip(socket: Socket, byte: string): void {
  if (!socket.writable) return;
  const timer = setInterval(() => socket.write(byte), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

const GET = 'GET /api/v1/health/live HTTP/1.1\r\nHost: a\r\n';
const PIPELINED = 50;

export const MANNERS = {
  'sends its headers byte by byte': (socket) => {
    socket.write(`${GET}X: `);
    socket.resume();
    drip(socket, 'x');
  },
  'sends its body byte by byte': (socket) => {
    socket.write(
      'POST /api/v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        `Content-Length: 1000000\r\nAuthorization: Bearer pk_live_${'A'.repeat(43)}\r\n\r\n{`,
    );
    socket.resume();
    drip(socket, ' ');
  },
  'sends nothing': (socket) => {
    socket.resume();
  },
  'is answered and stays': (socket) => {
    socket.write(`${GET}\r\n`);
    socket.resume();
  },
  'says that it is done and stays': (socket) => {
    socket.end(`${GET}\r\n`);
    socket.resume();
  },
  'sends many at once and reads none': (socket) => {
    socket.pause();
    socket.write(`${GET}\r\n`.repeat(PIPELINED));
  },
} satisfies Record<string, Manner>;

/** Opens `count` connections that behave in this manner. */
export async function besiege(port: number, count: number, manner: Manner): Promise<Siege> {
  const open = new Set<Socket>();
  const endings: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    open.add(socket);
    // Its half stays open: it only notices when the other end is gone completely.
    socket.once('end', () => drip(socket, 'x'));
    endings.push(new Promise((done) => socket.once('close', () => done(open.delete(socket)))));
    manner(socket);
  }
  return {
    openCount: () => open.size,
    ended: Promise.all(endings),
    lift() {
      for (const socket of open) socket.destroy();
    },
  };
}
