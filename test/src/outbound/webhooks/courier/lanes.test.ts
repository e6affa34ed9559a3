import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createLanes,
  HELD_MAX,
  LANES_MAX,
  type Lanes,
} from '../../../../../src/outbound/webhooks/courier/lanes.ts';
import { seedOfRun } from '../../../../stage/random.ts';

const seed = seedOfRun();
const roomOf = (lanes: Lanes, webhookId: string) => lanes.room()?.known.get(webhookId);

function send(lanes: Lanes, webhookId: string, count: number): void {
  lanes.begin(Array.from({ length: count }, () => webhookId));
}

/** Each success makes room for one more at the same time. */
function succeed(lanes: Lanes, webhookId: string, count: number): void {
  for (let i = 0; i < count; i += 1) {
    send(lanes, webhookId, 1);
    lanes.end(webhookId, true);
    lanes.settle();
  }
}

test('an endpoint begins with 4 at the same time, and may have up to 32 with its successes', () => {
  const lanes = createLanes();
  expect(lanes.room()?.room).toBe(4);
  succeed(lanes, 'fast', 10);
  expect(roomOf(lanes, 'fast')).toBe(14);
  succeed(lanes, 'fast', 90);
  expect(roomOf(lanes, 'fast')).toBe(32);
});

test('an endpoint that fails while much is sent to it has no room until it has answered most of it', () => {
  const lanes = createLanes();
  succeed(lanes, 'breaks', 40);
  send(lanes, 'breaks', 32);
  lanes.end('breaks', false);
  expect(roomOf(lanes, 'breaks')).toBe(0);
  for (let i = 0; i < 28; i += 1) lanes.end('breaks', false);
  expect(roomOf(lanes, 'breaks')).toBe(1);
});

test('endpoints that were fast and now hang leave a quarter of the places at least to the others', () => {
  const lanes = createLanes();
  const fast = Array.from({ length: 100 }, (_, number) => `fast ${number}`);
  for (const webhookId of fast) succeed(lanes, webhookId, 40);
  for (const webhookId of fast) send(lanes, webhookId, roomOf(lanes, webhookId) ?? 0);
  // Not one of them has answered.
  expect(lanes.held()).toBeLessThan(0.75 * HELD_MAX);
  expect(lanes.room()?.room).toBe(1);
});

test('with ten times as many endpoints as a claim names, it names those that have something', () => {
  const lanes = createLanes();
  const sending = Array.from({ length: HELD_MAX / 2 }, (_, number) => `sending ${number}`);
  for (const webhookId of sending) send(lanes, webhookId, 1);
  for (let number = 0; number < 10 * LANES_MAX; number += 1) {
    succeed(lanes, `other ${number}`, 1);
    if (number % (LANES_MAX / 2) === 0) succeed(lanes, 'busy', 10);
  }
  const known = lanes.room()?.known;
  expect(known?.size).toBe(LANES_MAX);
  for (const webhookId of sending) expect(known?.get(webhookId)).toBe(3);
  // Who sends now and then is still known to be fast.
  expect(known?.get('busy')).toBe(32);
});

test(`no order of beginnings and ends makes a room that cannot be asked for (seed ${seed})`, () => {
  const step = fc.record({ webhook: fc.nat(3), count: fc.nat(40), isSuccess: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const lanes = createLanes();
      const sending = [0, 0, 0, 0];
      for (const { webhook, count, isSuccess } of steps) {
        const room = roomOf(lanes, `${webhook}`) ?? lanes.room()?.room ?? 0;
        expect(room).toBeGreaterThanOrEqual(0);
        send(lanes, `${webhook}`, room);
        sending[webhook] = (sending[webhook] ?? 0) + room;
        for (let i = 0; i < count && (sending[webhook] ?? 0) > 0; i += 1) {
          lanes.end(`${webhook}`, isSuccess);
          lanes.settle();
          sending[webhook] = (sending[webhook] ?? 0) - 1;
        }
        expect(sending[webhook]).toBeLessThanOrEqual(32);
      }
    }),
    { seed },
  );
});
