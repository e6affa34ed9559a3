import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../stage/fixtures.ts';
import { isFull } from '../../stage/size.ts';
import { type LimitStage, openLimitStage } from '../limits/limit-stage.ts';
import { besiege, MANNERS, type Siege } from './hostile-sockets.ts';

// Fault 18: callers that open connections and then do almost nothing with them.

/** Each connection is a file to this process and to the service; systems usually allow 20,000. */
const SOCKETS = isFull ? 1_000 : 200;
const IDLE_SOCKETS = isFull ? 8_000 : 500;
const HEALTHY_CALLERS = 4;
const CALLS_OF_EACH = isFull ? 400 : 40;
/** Largest latency of healthy callers, relative to their latency without the others. */
const P99_RATIO_MAX = 2;
const ROUNDS = 4;
/** A service closes idle connections after a little more than 30 s. */
const CLOSED_MS_MAX = 60_000;

let stage: LimitStage;
let siege: Siege | undefined;
const SEARCH = '/api/v1/lots/search?lat=43.6532&lng=-79.3832&radius_km=1';

beforeAll(async () => {
  stage = await openLimitStage();
  await addLot(stage.database, { operator_id: stage.operatorId });
});
afterEach(() => siege?.lift());
afterAll(() => stage.close());

/** The 99th percentile of the latency of healthy callers; all are answered. */
async function healthyP99Ms(): Promise<number> {
  const waits: number[] = [];
  const caller = async () => {
    for (let i = 0; i < CALLS_OF_EACH; i++) {
      const from = performance.now();
      const { status } = await stage.call({ method: 'GET', path: SEARCH });
      expect(status).toBe(200);
      waits.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: HEALTHY_CALLERS }, caller));
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

const KINDS = Object.entries(MANNERS).map(([name, manner]) => ({
  name,
  manner,
  count: name.endsWith('stays') ? IDLE_SOCKETS : SOCKETS,
}));

test.each(KINDS)('others are served beside $count callers when each $name', async (kind) => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < (isFull ? ROUNDS : 1) && best > P99_RATIO_MAX; round++) {
    const calm = await healthyP99Ms();
    siege = await besiege(stage.port, kind.count, kind.manner);
    best = Math.min(best, (await healthyP99Ms()) / calm);
    siege.lift();
  }
  // On a busy machine, a short measurement proves nothing.
  if (isFull) expect(best).toBeLessThanOrEqual(P99_RATIO_MAX);
});

/** A caller that reads nothing does not notice that the connection was closed. */
const NOTICING = KINDS.filter(
  ({ manner }) => manner !== MANNERS['sends many at once and reads none'],
);

test.each(NOTICING.slice(0, isFull ? undefined : 1))(
  'the connection of a caller that $name is closed by the service in the end',
  async ({ manner }) => {
    const from = performance.now();
    siege = await besiege(stage.port, 20, manner);
    await siege.ended;
    expect(performance.now() - from).toBeLessThan(CLOSED_MS_MAX);
  },
);
