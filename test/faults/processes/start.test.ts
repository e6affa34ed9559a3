import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsPrinted } from '../../bin/stage/printed-line.ts';
import {
  openStartStage,
  type RunningCommand,
  type StartStage,
} from '../../bin/stage/start-process.ts';

type MarketRate = { data: { market_rate: { basis: string }; lot_count: number } };

/** As they are printed. */
const KEY_AND_BASE = /live key {2}(\S+)[\s\S]*BASE=(\S+)/;

let stage: StartStage;

beforeAll(async () => {
  stage = await openStartStage();
});
afterAll(() => stage.close());

/** Starts the whole service; resolves once it serves. */
async function start(settings: Record<string, string> = {}): Promise<RunningCommand> {
  const running = stage.run(['start'], settings);
  await running.until(() => running.printed().includes('Ctrl-C stops.'));
  return running;
}

test('start serves the demo and prints a line that works; it stops completely and starts again', async () => {
  const first = await start();
  expect(first.printed()).toContain('synthetic');
  const answer = await askAsPrinted(first.printed());
  expect(answer.status).toBe(200);
  const rate = (await answer.json()) as MarketRate;
  expect(rate.data.market_rate.basis).toBe('realised');
  expect(rate.data.lot_count).toBeGreaterThan(100);
  // Whoever tries the demo sees how the whole server does.
  const [, key = '', base = ''] = KEY_AND_BASE.exec(first.printed()) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${base}/api/v1/server/operators`, { headers })).status).toBe(200);
  // An impatient user presses Ctrl-C twice, and a terminal signals all its processes at once.
  expect(await first.interrupt('SIGINT', 'SIGINT')).toEqual([0, null]);
  expect(first.said()).not.toMatch(/error|restarting/i);
  expect(await stage.leftProcesses()).toEqual([]);

  const second = await start({ HEXLOT_LOG_LEVEL: 'debug' });
  expect(/pk_live_\S+/.exec(second.printed())?.[0]).toEqual(
    /pk_live_\S+/.exec(first.printed())?.[0],
  );
  const again = await askAsPrinted(second.printed());
  expect(((await again.json()) as MarketRate).data.market_rate).toEqual(rate.data.market_rate);
  // The reader of its output has gone.
  second.child.stdout?.destroy();
  second.child.stderr?.destroy();
  expect(await second.interrupt('SIGHUP')).toEqual([0, null]);
  expect(await stage.leftProcesses()).toEqual([]);
});
