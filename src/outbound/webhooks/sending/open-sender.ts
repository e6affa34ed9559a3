import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../../kit/clock.ts';
import { loggableError } from '../../../stores/loggable-error.ts';
import { ANSWER_MS_MAX, type Answer, answerOf } from './answer.ts';
import { connectEndpoint, type Dial } from './connect-endpoint.ts';
import { openEndpointPools } from './endpoint-pools.ts';
import { hostOf, isAllowed, readEndpoint } from './endpoint-url.ts';
import { describeFailure, TooLateError } from './failure.ts';
import { nothingReceived, post } from './received.ts';
import { type HostResolver, openHostResolver } from './resolve-host.ts';
import { openTimeLimit } from './time-limit.ts';
import { machineWatch, type Watch } from './watch.ts';

export type SenderOptions = {
  /** `host:port` that may be private and plain http. */
  allow: readonly string[];
  log: Logger;
  resolver?: HostResolver;
  /** PEM of the authorities that certificates must come from. Left out: those of this machine. */
  trusted?: string;
  dial?: Dial;
  watch?: Watch;
  clock?: Clock;
};

type Message = Readonly<{
  url: string;
  /** Without Host and Content-Length, which follow from the rest. */
  headers: Readonly<Record<string, string | string[]>>;
  /** Sent as it is; text as UTF-8. */
  body: Buffer | string;
}>;

export type Sender = Readonly<{
  /**
   * Posts a message once and resolves with what the endpoint answered, within ANSWER_MS_MAX. It
   * resolves whatever the endpoint does. It rejects only when the sender is closed meanwhile:
   * whether the endpoint got the message is then unknown.
   */
  send(message: Message): Promise<Answer>;
  /** Ends what is being sent, and closes all connections. */
  close(): Promise<void>;
}>;

/**
 * Sends to endpoints. Proxies of the environment are not used, redirects are not followed, and
 * nothing is sent to an address that is not public, unless `allow` names the host.
 */
export function openSender(options: SenderOptions): Sender {
  const { allow, log, resolver = openHostResolver(), watch = machineWatch } = options;
  const { clock = systemClock, trusted } = options;
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(trusted !== undefined && { ca: trusted }),
  });
  const limit = openTimeLimit(watch);
  const pools = openEndpointPools((endpoint) => {
    const { protocol, port } = endpoint;
    const isTls = protocol === 'https:';
    return limit.run((signal) =>
      connectEndpoint({
        host: hostOf(endpoint),
        port: Number(port) || (isTls ? 443 : 80),
        isTls,
        isAllowed: isAllowed(endpoint, allow),
        resolver,
        secureContext,
        signal,
        dial: options.dial,
      }),
    );
  }, watch);

  async function send({ url, headers, body }: Message): Promise<Answer> {
    const startedAtMs = watch.now();
    const received = nothingReceived();
    let failure: string | null = null;
    try {
      const endpoint = readEndpoint(url, allow);
      const path = `${endpoint.pathname}${endpoint.search}`;
      const request = { path, headers, body: typeof body === 'string' ? Buffer.from(body) : body };
      await limit.run((signal) => post(pools.poolOf(endpoint), request, received, signal));
      if (watch.now() - startedAtMs > ANSWER_MS_MAX) throw new TooLateError();
    } catch (error) {
      if (!limit.isOpen()) throw new Error('the sender was closed', { cause: error });
      const known = describeFailure(error, received.status !== null);
      if (known === undefined) log.error({ err: loggableError(error) }, 'a webhook failed');
      failure = known ?? 'could not be sent to';
    }
    return answerOf(received, failure, { ms: watch.now() - startedAtMs, now: clock.now() });
  }

  return {
    send,
    async close() {
      limit.close();
      await pools.close();
    },
  };
}
