import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../src/config.ts';
import { AppError } from '../../src/kit/errors.ts';
import { createTlsServer } from '../../src/kit/web/http/tls.ts';
import { upgradeRequired } from '../access/peer.ts';
import type { CallContext } from '../app.ts';
import { listen } from './listen.ts';
import { brokenRequest, sendRaw } from './raw-reply.ts';

/**
 * The longest that headers and a whole request may take, so that slow callers free their socket.
 */
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 30_000;
const TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 30_000;
const HEADERS_BYTES_MAX = 16_384;
/** Requests of one connection that wait for their answer; a connection with more is closed. */
const PIPELINED_MAX = 100;
/** How long a stop waits for answers that are under way. */
const DRAIN_MS_MAX = 10_000;

type Listener = {
  /** Resolves once connections are accepted; on a free port if 0 is configured. */
  start(): Promise<{ port: number }>;
  /** Accepts no new connections, waits for answers under way, then closes what is left. */
  stop(): Promise<void>;
};

const connectRefused = () =>
  new AppError('BAD_REQUEST', 'CONNECT is not answered', { status: 405 });

/** The port and its sockets. Bytes that are not a valid request get the error envelope too. */
export function createListener(
  config: Config,
  context: CallContext,
  router: RequestListener,
): Listener {
  /** The answers under way, by the connection they are for. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const sockets = new Set<Socket>();
  let isStopping = false;

  function answersOf(socket: Socket): Set<ServerResponse> {
    const known = open.get(socket);
    if (known !== undefined) return known;
    const answers = new Set<ServerResponse>();
    open.set(socket, answers);
    socket.once('close', () => open.delete(socket));
    return answers;
  }

  const onRequest: RequestListener = (req, res) => {
    const answers = answersOf(req.socket);
    if (answers.size >= PIPELINED_MAX) {
      req.socket.destroy();
      return;
    }
    answers.add(res);
    if (isStopping) res.shouldKeepAlive = false;
    res.once('close', () => answers.delete(res));
    router(req, res);
  };

  const server = newServer(config, onRequest, (socket) =>
    sendRaw(context, socket, upgradeRequired()),
  );
  server.on('checkExpectation', onRequest);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (_req, socket: Socket) => {
    sendRaw(context, socket, connectRefused());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isHttp = error.code?.startsWith('HPE_') || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const isAnswering = [...(open.get(socket) ?? [])].some((res) => res.headersSent);
    if (!isHttp || isAnswering || !socket.writable) socket.destroy();
    else sendRaw(context, socket, brokenRequest(error.code));
  });

  return {
    async start() {
      return { port: await listen(server, config) };
    },
    async stop() {
      isStopping = true;
      for (const res of [...open.values()].flatMap((answers) => [...answers])) {
        res.shouldKeepAlive = false;
        res.once('close', () => setImmediate(() => server.closeIdleConnections()));
      }
      await closeWithin(DRAIN_MS_MAX, server, sockets);
    },
  };
}

/** Closes the server once its answers are sent; after `msMax` it destroys the remaining sockets. */
async function closeWithin(msMax: number, server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  const giveUp = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, msMax);
  await closed;
  clearTimeout(giveUp);
}

function newServer(
  config: Config,
  onRequest: RequestListener,
  onPlaintext: (socket: Socket) => void,
): Server {
  const options = {
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_BYTES_MAX,
    // `answerHttp` refuses a missing Host itself, with the error envelope.
    requireHostHeader: false,
  };
  const { transport, tlsCertPath: certPath, tlsKeyPath: keyPath } = config;
  if (transport !== 'tls') return createServer(options, onRequest);
  if (certPath === undefined || keyPath === undefined)
    throw new Error('transport tls needs a certificate and its key');
  const tls = { ...options, certPath, keyPath, silenceMsMax: HEADERS_MS_MAX };
  return createTlsServer(tls, onRequest, onPlaintext);
}
