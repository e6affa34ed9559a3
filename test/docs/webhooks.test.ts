import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import {
  CHALLENGE_RETRY_SECONDS,
  CHALLENGE_WINDOW_SECONDS,
  CHALLENGES_MAX,
} from '../../src/outbound/webhooks/courier/challenge.ts';
import { HOST_BUDGETS } from '../../src/outbound/webhooks/courier/claim-deliveries.ts';
import { RETRY_SECONDS } from '../../src/outbound/webhooks/courier/schedule.ts';
import { deliveryHeaders } from '../../src/outbound/webhooks/courier/send-delivery.ts';
import { WAITING_MAX } from '../../src/outbound/webhooks/listen/event-watch.ts';
import {
  FAILURES_MAX,
  KEPT_DAYS,
  SECRET_OVERLAP_HOURS,
} from '../../src/outbound/webhooks/webhook.ts';
import { EVENTS, type EventType } from '../../src/parking/events/event-data.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
/** Without the breaks of lines. */
const prose = page.replaceAll(/\s+/g, ' ');

test('each type of event has an example with the declared members, and no others', () => {
  const examples = [...page.matchAll(/^### (\S+)\n[\s\S]*?```json\n([\s\S]*?)```/gm)].map(
    ([, heading, text = '']) => ({ heading, event: JSON.parse(text) }),
  );
  expect(examples.map(({ heading }) => heading).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  for (const { heading, event } of examples) {
    expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'data']);
    expect(event.type).toBe(heading);
    const { vehicle_plate, ...data } = event.data;
    const stored = vehicle_plate === undefined ? data : { ...data, vehicle_id: 1 };
    const { data: shape } = EVENTS[event.type as EventType];
    expect([...Value.Errors(shape, stored)], heading).toEqual([]);
    expect(Object.keys(stored).toSorted()).toEqual(Object.keys(shape.properties).toSorted());
  }
});

test('the schedule, the limits and the headers are those of the program', () => {
  expect(RETRY_SECONDS).toEqual([1, 5, 30, 300, 1_800, 7_200]);
  expect(prose).toContain('after 1 s, 5 s, 30 s, 5 min, 30 min and 2 h, each up to 10 % later');
  expect(prose).toContain(`After ${FAILURES_MAX} failures in a row`);
  expect(prose).toContain(`of the last ${KEPT_DAYS} days`);
  expect(prose).toContain(`For ${SECRET_OVERLAP_HOURS} hours the old one still makes`);
  expect(CHALLENGE_RETRY_SECONDS.slice(0, -1)).toEqual([60, 600, 3_600, 21_600]);
  expect(prose).toContain('after 1 minute, 10 minutes, 1 hour and 6 hours');
  expect(CHALLENGE_WINDOW_SECONDS).toBe(60);
  expect(prose).toContain(
    `gets ${CHALLENGES_MAX.ofOperator} challenges a minute, and a host ${CHALLENGES_MAX.ofHost}`,
  );
  const { own, all } = HOST_BUDGETS;
  expect(prose).toContain(
    `${own.perSecond} requests a second for one operator, and ${own.burst} at once after a ` +
      `pause; for all operators together ${all.perSecond} a second, and ${all.burst} at once`,
  );
  expect(WAITING_MAX).toBe(5);
  expect(prose).toContain('A key may wait with five calls at a time');
  const delivery = {
    eventId: 'e',
    type: 'lot.updated',
    secret: 's',
    previousSecret: 'p',
  } as const;
  const sent = Object.keys(deliveryHeaders(delivery, Buffer.from(''), 0));
  const named = [...page.matchAll(/^ +\| `([\w-]+)` \|/gm)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  expect([...named, 'user-agent'].toSorted()).toEqual(sent.toSorted());
});
