import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSender, type Sender } from '../../../src/webhooks/sending/open-sender.ts';
import { OK, openReceiver, type Receiver } from '../../src/webhooks/sending/receiver.ts';

const ENDPOINT_COUNT = 100;
const AT_ONCE_COUNT = 20;
const SEND_COUNT = 2_000;
const PAIR_COUNT = 5;
/** Hanging endpoints may at most double what healthy ones take; less than this is noise. */
const SLOWDOWN_MAX = 2;
const NOISE_MS = 20;

let healthy: Receiver;
let hanging: Receiver;
beforeAll(async () => {
  healthy = await openReceiver(OK);
  hanging = await openReceiver(() => {});
});
afterAll(async () => {
  await healthy.close();
  await hanging.close();
});

const send = (sender: Sender, { port }: Receiver, endpoint: number) =>
  sender.send({ url: `http://localhost:${port}/${endpoint}`, headers: {}, body: '{}' });

/** The 99th percentile of what healthy endpoints take, while so many others hang. */
async function measure(hangingCount: number): Promise<number> {
  const sender = openSender({
    allow: [`localhost:${healthy.port}`, `localhost:${hanging.port}`],
    log: pino({ level: 'silent' }),
  });
  const stuck = Array.from({ length: hangingCount }, (_, index) =>
    send(sender, hanging, index).catch(() => {}),
  );
  const durations: number[] = [];
  let sentCount = 0;
  const work = async () => {
    while (sentCount < SEND_COUNT) {
      const startedAt = performance.now();
      const answer = await send(sender, healthy, sentCount++ % ENDPOINT_COUNT);
      expect(answer).toMatchObject({ isSuccess: true });
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE_COUNT }, work));
  await sender.close();
  await Promise.all(stuck);
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? 0;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test('healthy endpoints are as fast while as many others hang', async () => {
  await measure(0);
  const [alone, among]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIR_COUNT; pair++) {
    alone.push(await measure(0));
    among.push(await measure(ENDPOINT_COUNT));
  }
  const limitMs = Math.max(SLOWDOWN_MAX * median(alone), NOISE_MS);
  expect(median(among), `alone: ${alone}, among: ${among}`).toBeLessThan(limitMs);
});
