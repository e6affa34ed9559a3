import type { Mutant } from '../mutant.ts';

const CHANGED = 'sql/postgres/queries/lots_list_changed.sql';
const KNOWN = 'src/parking/lots/search/match/known-lot.ts';
const TILES = 'src/parking/lots/search/tiles/lot-tiles.ts';
const SURGES = 'sql/warehouse/5_marts/now/search_surges.sql';
const SURGES_TEST = 'test/sql/models.test.ts';
const INSERT = 'sql/postgres/queries/search_log_insert.sql';
const INSERT_TEST = 'test/pipelines/searches/surge-searchers.test.ts';
const TILES_TEST = 'test/src/parking/lots/search/tiles/lot-tiles.test.ts';

/** Ways to show wrong lots in a search, or to forget who asked. */
export const SEARCHES: readonly Mutant[] = [
  {
    name: 'late-commit-missed',
    file: CHANGED,
    find: 'from pg_snapshot_xip((select :since::pg_snapshot)) as open (tx)',
    replace: 'from (select null::xid8 where false) as open (tx)',
    tests: [TILES_TEST],
    why: 'a change is never shown whose transaction was open while the lots were read',
  },
  {
    name: 'changed-while-read-missed',
    file: TILES,
    find: 'const since = arrival?.since ?? last;',
    replace: 'const since = last;',
    tests: [TILES_TEST],
    why: 'a change is never shown that was committed while its tile was read',
  },
  {
    name: 'hold-not-noticed',
    file: CHANGED,
    find: "when action like 'hold.%' then (select lot_id from holds where hold_id = entity_id)",
    replace: "when action = 'hold' then null",
    tests: [TILES_TEST],
    why: 'spaces that are held are shown as free',
  },
  {
    name: 'later-hold-shown',
    file: KNOWN,
    find: 'hold.startsAt <= now && ',
    replace: '',
    tests: [TILES_TEST],
    why: 'a space is shown as taken from the moment it is held for tomorrow',
  },
  {
    name: 'old-count-shown',
    file: KNOWN,
    find: 'begin.getTime() - lot.reportedAt.getTime() < REPORT_MS_MAX',
    replace: 'lot.reportedAt <= begin',
    tests: [TILES_TEST],
    why: 'a count of free spaces is shown long after it was reported',
  },
  {
    name: 'removed-tiles-still-read',
    file: TILES,
    find: 'if (kept.removals() !== removals) tiles = kept.find(cells);',
    replace: '',
    tests: [TILES_TEST],
    why: 'a search that waited shows lots as they were before others took their place in memory',
  },
  {
    name: 'kept-text-of-another-rate',
    file: 'src/parking/lots/search/show-lots.ts',
    find: 'kept: posted === lot ? { lot, description } : null,',
    replace: 'kept: { lot, description },',
    tests: ['test/api/v1/lots/search/found-lot.test.ts'],
    why: 'a search for next week is shown the rate of today',
  },
  {
    name: 'changed-description-kept',
    file: TILES,
    find: 'else described.forget(changed.described);',
    replace: '',
    tests: [TILES_TEST],
    why: 'a lot that was shown keeps its old name',
  },
  {
    name: 'description-changed-while-read-kept',
    file: 'src/parking/lots/search/tiles/described-lots.ts',
    find: 'changed?.add(lotId);',
    replace: '',
    tests: [TILES_TEST],
    why: 'a lot that was renamed while its name was read keeps the old one',
  },
  {
    name: 'text-of-another-reading',
    file: 'api/v1/lots/found-lot.ts',
    find: 'text !== null && differInUseAlone(text.of, of)',
    replace: 'text !== null',
    tests: ['test/api/v1/lots/search/found-lot.test.ts'],
    why: 'a search that was slow leaves the rate from before a change to all that follow',
  },
  {
    name: 'half-seen-ring-shown',
    file: 'src/parking/lots/search/look-outward.ts',
    find: '(seen.to + 1) * RING_M <= radiusM',
    replace: 'seen.to * RING_M <= radiusM',
    tests: ['test/src/parking/lots/search/looks-outward.test.ts'],
    why: 'a page lacks lots that are as near as those it shows',
  },
  {
    name: 'lower-rate-of-rules-missed',
    file: 'src/tariffs/offer-rate.ts',
    find: 'return Math.min(100, rule.multiplier_pct);',
    replace: 'return Math.max(100, rule.multiplier_pct);',
    tests: ['test/src/parking/lots/search/best-first.test.ts'],
    why: 'a page by price lacks lots that an event makes cheaper than those it shows',
  },
  {
    name: 'equal-lots-left-out',
    file: 'src/parking/lots/search/look-at-best.ts',
    find: 'least <= reach) continue;',
    replace: 'least < reach) continue;',
    tests: ['test/src/parking/lots/search/best-first.test.ts'],
    why: 'a page lacks lots that cost the same as the last that it shows, and are nearer',
  },
  {
    name: 'order-kept-after-change',
    file: 'src/parking/lots/search/tiles/tile-orders.ts',
    find: 'known.delete(tile);',
    replace: 'known.get(tile);',
    tests: ['test/src/parking/lots/search/best-first.test.ts'],
    why: 'a lot whose rate was lowered is not among the cheapest',
  },
  {
    name: 'window-of-look-up-ignored',
    file: 'src/parking/lots/search/look-up-lot.ts',
    find: 'const period = periodOf(window, lot.now);',
    replace: 'const period = periodOf(null, lot.now);',
    tests: ['test/src/parking/lots/search/look-up-lot.test.ts'],
    why: 'an assistant that asks about tomorrow is told about now',
  },
  {
    name: 'dispatcher-answers-unaudited',
    file: 'api/agents/openai/actions.ts',
    find: 'await api.agentAudit.write(',
    replace: 'void api.agentAudit.write(',
    tests: ['test/api/agents/openai/records.test.ts'],
    why: 'an assistant is answered although its call could not be written down',
  },
  {
    name: 'two-make-a-surge',
    file: SURGES,
    find: 'operator_count >= 3',
    replace: 'operator_count >= 2',
    tests: [SURGES_TEST],
    why: 'two operators raise the price of a third',
  },
  {
    name: 'keyless-searches-make-a-surge',
    file: SURGES,
    find: 'least(count(network_ordinal), count(operator_ordinal))',
    replace: 'count(network_ordinal)',
    tests: [SURGES_TEST],
    why: 'a flood of searches without keys raises prices',
  },
  {
    name: 'keyless-searches-hide-a-surge',
    file: SURGES,
    find: 'least(sum(network_search_count), sum(operator_search_count))',
    replace: 'sum(network_search_count)',
    tests: [SURGES_TEST],
    why: 'a flood of searches without keys hides surges for four weeks',
  },
  {
    name: 'each-key-is-a-searcher',
    file: INSERT,
    find: "'operator ' || operator_id",
    replace: "'operator ' || key_id",
    tests: [INSERT_TEST],
    why: 'an operator with ten keys counts ten times',
  },
  {
    name: 'each-statement-counts-anew',
    file: INSERT,
    find:
      'surging.search_count - count(*) over (partition by placed.searcher)\n' +
      '      + row_number()',
    replace: 'row_number()',
    tests: [INSERT_TEST],
    why: 'searches beyond the first three of somebody count, when they are not written at once',
  },
  {
    name: 'agent-without-a-key',
    file: 'api/access/agent-platform.ts',
    find: 'return key?.agentPlatform === null ?',
    replace: 'return (key?.agentPlatform ?? null) === null ?',
    tests: ['test/api/access/agent-platform.test.ts'],
    why: 'callers without a key are refused for a header that does not count for them',
  },
];
