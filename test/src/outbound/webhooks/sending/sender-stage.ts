import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import {
  openSender,
  type Sender,
  type SenderOptions,
} from '../../../../../src/outbound/webhooks/sending/open-sender.ts';
import { type ManualWatch, manualWatch } from './manual-watch.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** The instant of `Date` headers and dates in `Retry-After`. */
const NOW = Date.parse('2026-11-23T08:00:00Z');

type Stage = {
  sender: Sender;
  watch: ManualWatch;
  logged: string[];
  /** The sockets of the sender, in order. */
  dialled: Socket[];
};

/**
 * A sender on whose watch time passes only when a test says so. Closed with the test. `port443`:
 * the port at which connections to port 443 arrive.
 */
export function openTestSender({
  port443,
  ...options
}: Partial<SenderOptions> & { port443?: number } = {}): Stage {
  const watch = manualWatch();
  const logged: string[] = [];
  const dialled: Socket[] = [];
  const sender = openSender({
    allow: [],
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
    watch,
    clock: { now: () => NOW },
    dial(wanted) {
      const socket = connect({
        ...wanted,
        port: wanted.port === 443 ? (port443 ?? 443) : wanted.port,
      });
      dialled.push(socket);
      return socket;
    },
    ...options,
  });
  onTestFinished(() => sender.close());
  return { sender, watch, logged, dialled };
}

/** A receiver that is closed with the test. */
export async function openTestReceiver(...how: Parameters<typeof openReceiver>): Promise<Receiver> {
  const receiver = await openReceiver(...how);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A receiver that is allowed though it is on this machine, and its sender. */
export async function openPair(
  react: Parameters<typeof openReceiver>[0],
  how: Parameters<typeof openReceiver>[1] & Partial<SenderOptions> = {},
) {
  const { tls, onConnection, ...options } = how;
  const receiver = await openTestReceiver(react, {
    ...(tls && { tls }),
    ...(onConnection && { onConnection }),
  });
  const url = `${tls ? 'https' : 'http'}://localhost:${receiver.port}/hook?a=b`;
  const stage = openTestSender({ allow: [`localhost:${receiver.port}`], ...options });
  const send = (body = '{"id":"evt_1"}') =>
    stage.sender.send({ url, headers: { 'Content-Type': 'application/json' }, body });
  return { ...stage, receiver, url, send };
}

/** Resolves when the sender has read so many bytes of its first connection, and dealt with them. */
export async function hasRead({ dialled }: Pick<Stage, 'dialled'>, byteCount: number) {
  while ((dialled[0]?.bytesRead ?? 0) < byteCount) await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Resolves when a connection whose answer is there can be used again. */
export async function idle(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Whether a promise is still open after everything that is due has run. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, idle().then(() => 'pending')])) === 'pending';
}
