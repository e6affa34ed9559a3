import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../src/kit/clock.ts';
import { BENCH_KEY_SETTING } from '../bench-key.ts';
import type { Comparison, Run } from '../report.ts';
import { layOutCities } from '../stage/cities.ts';
import { forkBareBytes } from '../stage/fork-bare-bytes.ts';
import type { Load } from '../stage/load.ts';
import { checkSameBytes, readAgain } from '../stage/read-again.ts';
import type { Stack } from '../stage/stack.ts';

const PATH = '/api/v1/lots.osm';
/** As many as one address may have. */
const IN_FLIGHT = 4;
const LOOK_MS = 50;
/** What lots bring with them that came from a map. */
const TAGS = '{"surface":"asphalt","addr:postcode":"12345","lit":"yes"}';

/**
 * A country's lots as OpenStreetMap data: by the command, from the database into a file, against
 * writing the same bytes from memory; and by the API after a first request, against `node:http`
 * with the same bytes.
 */
export async function compareOsmExport(stack: Stack, run: Run): Promise<Comparison[]> {
  const { length: lotCount } = await layOutCities(stack, run);
  await stack.sql('update lots set is_osm_export_allowed = true, osm_tags = $1', [TAGS]);
  await stack.sql('vacuum analyze');
  const command = await compareCommand(stack, lotCount, run);
  const streamed = await compareFeed(stack, run, { coding: 'identity', inFlight: 1, aim: 0.5 });
  const warm = await compareFeed(stack, run, { coding: 'gzip', inFlight: IN_FLIGHT, aim: 0.8 });
  return [command, streamed, warm];
}

async function compareCommand(stack: Stack, lotCount: number, run: Run): Promise<Comparison> {
  const file = join(stack.home, 'lots.osm');
  const pairs = [];
  for (let pair = 0; pair < run.pairs; pair += 1) {
    run.say(`hexlot export osm, pair ${pair + 1} of ${run.pairs}`);
    const { durationMs, peakMb } = await exportTo(stack, file);
    const bytes = await readFile(file);
    const written = bytes.toString().split('<node ').length - 1;
    if (written !== lotCount) throw new Error(`${written} lots were exported, not ${lotCount}`);
    const startedAt = monotonicMs();
    await writeFile(`${file}.bare`, bytes);
    const bareMs = monotonicMs() - startedAt;
    if (pair === 0)
      run.note(
        `${lotCount} lots are ${Math.round(bytes.length / 1e6)} MB; ` +
          `the command took ${Math.round(durationMs)} ms and at most ${peakMb} MB of memory`,
      );
    pairs.push({ ours: asLoad(lotCount, durationMs), bare: asLoad(lotCount, bareMs) });
  }
  await rm(file);
  await rm(`${file}.bare`);
  return {
    title: `hexlot export osm of ${lotCount} lots, with its start`,
    against: 'writing the same bytes from memory into a file',
    figure: 'perSecond',
    aim: '>= 0.5',
    pairs,
  };
}

/** Runs the command; `peakMb` is the most memory that it had, 0 where the system does not tell. */
async function exportTo({ connectionString, home }: Stack, file: string) {
  const startedAt = monotonicMs();
  const child = spawn(process.execPath, ['bin/hexlot.ts', 'export', 'osm', '--out', file], {
    env: {
      ...process.env,
      ...BENCH_KEY_SETTING,
      HEXLOT_DATABASE_URL: connectionString,
      HEXLOT_DATA_DIR: home,
    },
    stdio: 'ignore',
  });
  let [peakMb, isOver] = [0, false];
  const ended = once(child, 'exit').finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes = 0] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    peakMb = Math.max(peakMb, Math.round(Number(kilobytes) / 1_024));
    await Promise.race([ended, sleep(LOOK_MS)]);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`hexlot export osm ended with ${code}`);
  return { durationMs: monotonicMs() - startedAt, peakMb };
}

/** One batch: what stands as the 99th percentile is the time of all of it. */
function asLoad(lotCount: number, durationMs: number): Load {
  return { perSecond: (lotCount / durationMs) * 1_000, p50Ms: durationMs, p99Ms: durationMs };
}

async function compareFeed(
  stack: Stack,
  run: Run,
  { coding, inFlight, aim }: { coding: 'gzip' | 'identity'; inFlight: number; aim: number },
): Promise<Comparison> {
  const bare = await forkBareBytes(stack, PATH, coding);
  const asked = { key: stack.key, coding };
  await checkSameBytes([stack.url, bare.url], PATH, asked);
  const loops = { inFlight, durationMs: run.durationMs };
  const pairs = [];
  for (let pair = 0; pair < run.pairs; pair += 1) {
    run.say(`lots.osm, ${coding}, pair ${pair + 1} of ${run.pairs}`);
    const theirs = await readAgain(bare.url, PATH, asked, loops);
    pairs.push({ ours: await readAgain(stack.url, PATH, asked, loops), bare: theirs });
  }
  await bare.stop();
  return {
    title: `GET lots.osm, warm, ${coding}, ${inFlight} in flight`,
    against: 'node:http sending the same bytes',
    figure: 'perSecond',
    aim: `>= ${aim}`,
    pairs,
  };
}
