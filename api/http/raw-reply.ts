import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AppError } from '../../src/kit/errors.ts';
import { addressDraws } from '../access/budgets.ts';
import { drawForRefusal } from '../access/draw.ts';
import { openExchange } from '../access/exchange.ts';
import { plainAddress } from '../access/network.ts';
import type { CallContext } from '../app.ts';
import { errorReply } from '../reply/errors.ts';
import { headersOf } from '../reply/headers.ts';

/** How long a caller may take to read an answer to bytes that were not a request. */
const READ_MS_MAX = 2_000;

/** The error for a broken request, by the code of the HTTP parser. */
export function brokenRequest(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('BAD_REQUEST', 'the request headers are too large', { status: 431 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('BAD_REQUEST', 'the request took too long to arrive', { status: 408 });
    case 'HPE_INVALID_URL':
      return new AppError(
        'BAD_REQUEST',
        'the address has signs that must be percent-encoded, such as ü as %C3%BC; curl does so ' +
          'with -G --data-urlencode',
      );
    default:
      return new AppError('BAD_REQUEST', 'this is not a well-formed HTTP request');
  }
}

/**
 * Answers on a socket on which no request could be read, with the usual envelope and headers, and
 * closes it. The call draws from the budget of its address.
 */
export function sendRaw(context: CallContext, socket: Socket, error: AppError): void {
  const ip = plainAddress(socket.remoteAddress ?? 'unknown');
  const isSecure = socket instanceof TLSSocket;
  const exchange = openExchange({ ip, isSecure, isAnswered: true });
  const { requestId } = exchange;
  const refusal = drawForRefusal(context.budgets, exchange, error);
  const reply = errorReply(refusal, { requestId, operationId: undefined, log: context.api.log });
  const body = JSON.stringify(reply.body);
  const headers = {
    Connection: 'close',
    ...headersOf(exchange, exchange.standing ?? context.budgets.peek(addressDraws(ip)), reply),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n${body}`,
  );
  // The HTTP server may no longer listen to the socket, and an unhandled error ends the process.
  socket.on('error', () => socket.destroy());
  // Discard what still arrives: closing with unread bytes would cut off the answer.
  socket.resume();
  // A caller that keeps sending gets no more time than a silent one.
  const giveUp = setTimeout(() => socket.destroy(), READ_MS_MAX);
  socket.once('close', () => clearTimeout(giveUp));
}
