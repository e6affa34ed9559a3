import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compareAgentDemand } from './agent-demand.ts';
import { compareCourier } from './courier.ts';
import { compareDemandForecast } from './demand-forecast.ts';
import { compareDrain } from './drain.ts';
import { compareFeeds } from './feeds.ts';
import { scoreForecasts } from './forecast.ts';
import { measureForecasts } from './forecast-size.ts';
import { compareHexes } from './hexes.ts';
import { compareHotLot } from './hot-lot.ts';
import { compareMarketRate } from './market-rate.ts';
import { compareMcp } from './mcp.ts';
import { compareNeighbours } from './neighbours.ts';
import { compareOsmExport } from './osm-export.ts';
import { comparePeersMarket } from './peers-market.ts';
import { comparePeersSearch } from './peers-search.ts';
import { compareRefresh } from './refresh.ts';
import { type Comparison, describeRun, mergeTables, toRow } from './report.ts';
import { compareReserve } from './reserve.ts';
import { compareSearch } from './search.ts';
import { compareSessionCreate } from './session-create.ts';
import { type Stack, startStack } from './stack.ts';
import { compareStays } from './stays.ts';

const HELP = `npm run bench -- [forecast] [options]
Measures against bare limits, both sides in one run.
  --only NAME   what to measure; may be given again:
                sessions stays hot-lot reserve search mcp feeds osm drain market-rate neighbours
                agent-demand hexes demand-forecast courier peers-market peers-search refresh
  forecast      score the demand forecast on real cities, and draw it; with none of the others
  --quick       fewer pairs, 20,000 lots, 10,000 and 200,000 events
  --write       put the rows of full size into bench/RESULTS.md, where the others stay
  --json        one JSON object on stdout
  --help        this text`;

const NOTES = '## Notes\n';

const FULL = { pairs: 5, durationMs: 4_000 };
const FULL_SIZES = {
  lotCount: 200_000,
  fewEvents: 100_000,
  manyEvents: 10_000_000,
  newEvents: 50_000,
};
const FULL_CITY = { lotCount: 2_000, queryCount: 30_000, searchCount: 30_000 };
const FULL_COURIER = { deliveryCount: 40_000, seconds: 20, waiting: 1_000_000 };
const QUICK = { pairs: 3, durationMs: 1_500 };
const QUICK_SIZES = { lotCount: 20_000, fewEvents: 10_000, manyEvents: 200_000, newEvents: 10_000 };
const QUICK_CITY = { lotCount: 500, queryCount: 6_000, searchCount: 6_000 };
const QUICK_COURIER = { deliveryCount: 10_000, seconds: 5, waiting: 100_000 };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const run = { ...(options.quick ? QUICK : FULL), say, note };
const sizes = options.quick ? QUICK_SIZES : FULL_SIZES;
const courier = options.quick ? QUICK_COURIER : FULL_COURIER;
const city = options.quick ? QUICK_CITY : FULL_CITY;

const BENCHES: Record<string, (stack: Stack) => Promise<Comparison[]>> = {
  sessions: async (stack) => [await compareSessionCreate(stack, run)],
  stays: async (stack) => [await compareStays(stack, run)],
  'hot-lot': (stack) => compareHotLot(stack, run),
  reserve: (stack) => compareReserve(stack, run),
  search: (stack) => compareSearch(stack, sizes.lotCount, run),
  mcp: async (stack) => [await compareMcp(stack, sizes.lotCount, run)],
  feeds: (stack) => compareFeeds(stack, sizes.lotCount, run),
  osm: (stack) => compareOsmExport(stack, sizes.lotCount, run),
  drain: async (stack) => [await compareDrain(stack, run)],
  'market-rate': (stack) => compareMarketRate(stack, sizes, run),
  neighbours: (stack) => compareNeighbours(stack, sizes.lotCount, run),
  'agent-demand': (stack) => compareAgentDemand(stack, city, run),
  hexes: (stack) => compareHexes(stack, city, run),
  'demand-forecast': (stack) => compareDemandForecast(stack, sizes.lotCount, run),
  courier: (stack) => compareCourier(stack, { ...run, ...courier }),
  'peers-market': (stack) => comparePeersMarket(stack, sizes, run),
  refresh: (stack) => compareRefresh(stack, sizes, run),
  'peers-search': (stack) => comparePeersSearch(stack, sizes.lotCount, run),
};

if (options.write && options.quick) throw new Error('--write keeps rows of full size only');
if (options.help) process.stdout.write(`${HELP}\n`);
else if (positionals.includes('forecast')) await forecast();
else await main(options.only ?? Object.keys(BENCHES));

/** Accuracy, then size: neither is a ratio, so they are not in the table. */
async function forecast(): Promise<void> {
  await scoreForecasts(run);
  await measureForecasts(run, options.quick ? 500 : 5_000);
}

async function main(names: readonly string[]): Promise<void> {
  const comparisons: Comparison[] = [];
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined) throw new Error(`there is no bench ${name}`);
    say(`${name}: starting PostgreSQL and the service`);
    const stack = await startStack();
    try {
      comparisons.push(...(await bench(stack)));
    } finally {
      await stack.stop();
    }
  }
  say('');
  const rows = comparisons.map(toRow);
  const { pairs, durationMs } = run;
  const table = describeRun(
    rows,
    [
      `Node ${process.versions.node}`,
      `${options.quick ? 'quick' : 'full'} sizes`,
      `medians of ${pairs} pairs of ${durationMs / 1_000} s`,
      `${sizes.lotCount.toLocaleString('en')} lots`,
    ].join(', '),
  );
  process.stdout.write(options.json ? `${JSON.stringify({ rows })}\n` : `${table}\n`);
  if (options.write) await writeResults(table);
}

/** Puts the rows into the table. Other rows and the notes stay for their author to change. */
async function writeResults(table: string): Promise<void> {
  const results = new URL('RESULTS.md', import.meta.url);
  const before = await readFile(results, 'utf8');
  const notesAt = before.indexOf(NOTES);
  if (notesAt < 0) throw new Error(`RESULTS.md has no heading ${NOTES.trim()}: not written`);
  const kept = mergeTables(before.slice(0, notesAt), table);
  await writeFile(results, `# Results\n\n${kept}\n\n${before.slice(notesAt)}`);
}

/** Shows what is being done now, on one line of a terminal. */
function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Prints a line that stays, above what is being done now. */
function note(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
}
