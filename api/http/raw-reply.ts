import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AppError } from '../../src/errors.ts';
import { addressDraws } from '../access/budgets.ts';
import { drawForRefusal } from '../access/draw.ts';
import { openExchange } from '../access/exchange.ts';
import { plainAddress } from '../access/network.ts';
import type { Doors } from '../app.ts';
import { errorReply } from '../reply/errors.ts';
import { headersOf } from '../reply/headers.ts';

/** How long a caller may take to read an answer to bytes that were not a request. */
const READ_MS_MAX = 2_000;

/** What a broken request is told, by the HTTP parser's own code. */
export function brokenRequest(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('BAD_REQUEST', 'the request headers are too large', { status: 431 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('BAD_REQUEST', 'the request took too long to arrive', { status: 408 });
    default:
      return new AppError('BAD_REQUEST', 'this is not a well-formed HTTP request');
  }
}

/**
 * Answers on a socket where no request could be read, with the envelope and headers of every other
 * answer, and closes it. The call draws from the budget of its address.
 */
export function sendRaw(doors: Doors, socket: Socket, error: AppError): void {
  const ip = plainAddress(socket.remoteAddress ?? 'unknown');
  const isSecure = socket instanceof TLSSocket;
  const exchange = openExchange({ ip, isSecure, isAnswered: true });
  const { requestId } = exchange;
  const refusal = drawForRefusal(doors.budgets, exchange, error);
  const reply = errorReply(refusal, { requestId, operationId: undefined, log: doors.api.log });
  const body = JSON.stringify(reply.body);
  const headers = {
    Connection: 'close',
    ...headersOf(exchange, exchange.standing ?? doors.budgets.peek(addressDraws(ip)), reply),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n${body}`,
  );
  // The HTTP server may have let go of the socket, and an error nobody hears ends the process.
  socket.on('error', () => socket.destroy());
  // What is still coming is thrown away: closing over unread bytes would cut the answer off.
  socket.resume();
  // One that goes on sending has no longer than one that is silent.
  const giveUp = setTimeout(() => socket.destroy(), READ_MS_MAX);
  socket.once('close', () => clearTimeout(giveUp));
}
