import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { anyAddresses, HostError, type HostResolver } from './resolve-host.ts';

/**
 * How long one of several addresses is tried before the next. Some answer late, and the last is
 * tried until the signal ends it.
 */
const ADDRESS_MS_MAX = 2_000;

/** Opens a connection to one of the addresses that its look-up returns. */
export type Dial = (options: TcpNetConnectOpts) => Socket;

type Connecting = {
  /** A name, or an IP address without brackets. */
  host: string;
  port: number;
  isTls: boolean;
  /** The host may have any address. */
  isAllowed: boolean;
  resolver: HostResolver;
  secureContext: SecureContext;
  signal: AbortSignal;
  dial?: Dial | undefined;
};

/**
 * A new connection to the host as it is found now. Each address is checked before it is connected
 * to, and once more on the connection before anything is sent. The certificate is always verified.
 * Throws when the signal ends it, and leaves no socket behind when it throws.
 */
export async function connectEndpoint(plan: Connecting): Promise<Socket> {
  const { isAllowed, resolver, signal } = plan;
  const socket = await openSocket(plan);
  try {
    if (!isAllowed && !resolver.isPublic(socket.remoteAddress ?? ''))
      throw new HostError('not public');
    const connected = plan.isTls ? await secure(socket, plan) : socket;
    signal.throwIfAborted();
    return connected;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openSocket(plan: Connecting): Promise<Socket> {
  const { host, port, isAllowed, resolver, signal, dial = connectTcp } = plan;
  const addresses = await (isAllowed ? anyAddresses(host) : resolver.publicAddresses(host, signal));
  signal.throwIfAborted();
  const socket = dial({
    host,
    port,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS_MAX,
    // What was checked is what is connected to. Not called when the host is an address itself.
    lookup: (_host, _options, found) => found(null, addresses),
  });
  return ready(socket, 'connect', signal);
}

function secure(socket: Socket, { host, secureContext, signal }: Connecting): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    secureContext,
    // Said here, because the environment can turn it off.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  return ready(secured, 'secureConnect', signal);
}

/** The socket once the event has come. Destroyed when it fails or the signal ends it. */
function ready<T extends Socket>(socket: T, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const stop = () => socket.destroy(signal.reason);
    const settle = (act: () => void) => () => {
      signal.removeEventListener('abort', stop);
      socket.off('close', failClosed);
      act();
    };
    const failClosed = settle(() => fail(new Error('closed before it was connected')));
    signal.addEventListener('abort', stop, { once: true });
    socket.once(
      event,
      settle(() => done(socket)),
    );
    // Stays on the socket: an error between here and its user must not end the process.
    socket.on('error', (error) => settle(() => fail(error))());
    socket.on('close', failClosed);
    if (signal.aborted) stop();
  });
}
