import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

type RawAnswer = { status: number; headers: Record<string, string>; text: string };

/** Sends bytes unchanged, to this machine unless given, and reads until the other end closes. */
export function sendBytes(
  port: number,
  bytes: string | Buffer,
  host = '127.0.0.1',
  localAddress?: string,
): Promise<string> {
  return readAll(connect({ port, host, ...(localAddress && { localAddress }) }), bytes);
}

/** The same over TLS, with any certificate. */
export function sendBytesOverTls(
  port: number,
  bytes: string | Buffer,
  more: ConnectionOptions = {},
): Promise<string> {
  const host = '127.0.0.1';
  return readAll(connectTls({ port, host, rejectUnauthorized: false, ...more }), bytes);
}

/** The first answer in a received text. */
export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    text: body.join('\r\n\r\n'),
  };
}

function readAll(socket: Socket, bytes: string | Buffer): Promise<string> {
  return new Promise((done) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => done(text));
    socket.write(bytes);
  });
}
