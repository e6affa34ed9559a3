import { afterAll, beforeAll, expect, test } from 'vitest';
import { spark } from '../../../../api/dashboard/parts/spark.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor } from '../visitor.ts';

await awayFromWholeHour();

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const addCalls = (keyId: string, hoursAgo: number, count: number) =>
  stage.api.database.sql(
    `insert into call_counts (operator_id, livemode, span, caller_type, caller_id, from_at,
       operation, ok_count, refused_count, limited_count, failed_count)
     select $1, true, span, 'key', $2,
       date_trunc(span, now() - make_interval(hours => $3), 'UTC'), 'getMe', $4, 0, 0, 0
     from unnest(array['hour', 'day']) as span
     on conflict (operator_id, livemode, span, caller_id, from_at, operation)
       do update set ok_count = call_counts.ok_count + excluded.ok_count`,
    [stage.key.operatorId, keyId, hoursAgo, count],
  );

test('each key of the list shows its calls of 24 hours, drawn and in words', async () => {
  const busy = await stage.newKey();
  const old = await stage.newKey();
  await addCalls(busy.keyId, 3, 120);
  await addCalls(busy.keyId, 20, 7);
  await addCalls(old.keyId, 30, 9);
  const { text } = await (await openVisitor(stage.api, stage.key)).get('/dashboard/keys');
  const hour = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(11, 13);
  const lineOf = (keyId: string) =>
    new RegExp(`/dashboard/keys/${keyId}"[\\s\\S]*?role="img" aria-label="([^"]*)"`).exec(
      text,
    )?.[1];
  expect(lineOf(busy.keyId)).toBe(`127 calls in 24 hours, most at ${hour}:00 UTC`);
  expect(lineOf(old.keyId)).toBe('no calls in 24 hours');
});

test('a bar is as high as its hour has calls, beside the busiest', () => {
  const drawn = String(spark([0, 5, 10], new Date('2026-11-30T14:20:00Z')));
  expect(drawn).toContain('aria-label="15 calls in 3 hours, most at 14:00 UTC"');
  expect([...drawn.matchAll(/\sheight="([\d.]+)"\/>/g)].map(([, height]) => height)).toEqual([
    '0.0',
    '12.0',
    '24.0',
  ]);
});
