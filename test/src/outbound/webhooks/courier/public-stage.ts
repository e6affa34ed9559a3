import { connect } from 'node:net';
import { pino } from 'pino';
import { systemClock } from '../../../../../src/kit/clock.ts';
import { runCourier } from '../../../../../src/outbound/webhooks/courier/run-courier.ts';
import { openSender } from '../../../../../src/outbound/webhooks/sending/open-sender.ts';
import { openHostResolver } from '../../../../../src/outbound/webhooks/sending/resolve-host.ts';
import type { TestDatabase } from '../../../../stage/database.ts';
import { openNameServer } from '../sending/name-server.ts';
import { CERTIFICATE, KEY, OK, openReceiver } from '../sending/receiver.ts';

/** Stands for the public internet; it is this machine. */
const PUBLIC = '127.0.0.2';

/** What an endpoint gets. */
export type Request = { path: string; headers: string; type: string; body: string };
type Answer = (request: Request) => string;

/** An answer with this body. */
export const ok = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const challengeIn = ({ body }: Request): string => JSON.parse(body).data.challenge;

/** Answers challenges, and everything else with 200. */
export const willing: Answer = (request) =>
  request.type === 'webhook.challenge'
    ? ok(JSON.stringify({ challenge: challengeIn(request) }))
    : OK;
/** The same, with the bare text. */
export const willingInText: Answer = (request) =>
  request.type === 'webhook.challenge' ? ok(`${challengeIn(request)}\n`) : OK;
/** Never heard of challenges. */
export const unaware: Answer = () => OK;

/** Endpoints with public addresses, at any name of `*.example.com`, and their couriers. */
export async function openPublicStage(database: TestDatabase) {
  const log = pino({ level: 'silent' });
  const requests: Request[] = [];
  let answer: Answer = willing;
  const names = await openNameServer(() => ({ addresses: [PUBLIC] }));
  const receiver = await openReceiver(
    (socket, text) => {
      const request = readRequest(text);
      requests.push(request);
      socket.write(answer(request));
    },
    { tls: { cert: CERTIFICATE, key: KEY } },
  );
  const couriers: { stop(): Promise<void> }[] = [];

  async function stopCouriers(): Promise<void> {
    await Promise.all(couriers.splice(0).map((courier) => courier.stop()));
  }

  return {
    requests,
    ofType: (type: string) => requests.filter((one) => one.type === type),
    /** Answers from now on like this. */
    behave(next: Answer) {
      answer = next;
    },
    startCourier() {
      const resolver = openHostResolver({
        servers: [names.address],
        isPublic: (address) => address === PUBLIC,
      });
      const sender = openSender({
        allow: [],
        log,
        resolver,
        trusted: CERTIFICATE,
        dial: (wanted) => connect({ ...wanted, port: receiver.port }),
      });
      couriers.push(
        runCourier({ db: database.courier, log, clock: systemClock, sender, allow: [] }),
      );
    },
    stopCouriers,
    async close() {
      await stopCouriers();
      await receiver.close();
      names.close();
    },
  };
}

export type PublicStage = Awaited<ReturnType<typeof openPublicStage>>;

function readRequest(text: string): Request {
  const [headers = '', body = ''] = text.split('\r\n\r\n');
  const path = headers.split(' ')[1] ?? '';
  return { path, headers, body, type: /^x-service-event: (.*)$/im.exec(headers)?.[1] ?? '' };
}
