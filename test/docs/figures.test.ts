import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { demandScore, searchedShare } from '../../src/demand/areas/demand-score.ts';
import type { DisclosedArea } from '../../src/demand/areas/disclosed-area.ts';
import { demandOf } from '../../src/demand/rates/circle-demand.ts';
import { rateOf } from '../../src/demand/rates/circle-rate.ts';
import { operatorsOf, sumLots } from '../../src/demand/rates/circle-sums.ts';
import { lightenLots } from '../../src/demand/rates/own-sums.ts';
import { twoDigits } from '../../src/demand/rates/two-digits.ts';
import { heardShare, operatorCap } from '../../src/demand/tiles/operator-cap.ts';
import { operatorIdOf } from '../../src/demand/tiles/operator-numbers.ts';
import { columnOf } from '../../src/demand/tiles/operator-sums.ts';
import { type PublishedLot, type TileLots, tileLotsOf } from '../../src/demand/tiles/tile-lots.ts';
import { median } from '../worlds/parts.ts';

// The example of the page is read from its tables, and each of its numbers is computed again with
// the product.

const page = readFileSync('docs/figures.md', 'utf8');
const example = page.split(/^## /m).find((one) => one.startsWith('An example by hand\n')) ?? '';

type Row = Record<string, string>;

/** The tables with these columns, in order. */
function tables(...columns: string[]): Row[][] {
  return [...example.matchAll(/(?:^\|.*\n)+/gm)].flatMap(([table]) => {
    const [head = [], , ...rows] = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      );
    const isMeant = head.join() === columns.join();
    return isMeant
      ? [rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell])))]
      : [];
  });
}

const table = (...columns: string[]): Row[] => tables(...columns)[0] ?? [];
const numberIn = (text = '') => (text === '-' ? null : Number(text.replaceAll(',', '')));
const numberAt = (row: Row, column: string) => numberIn(row[column]) ?? Number.NaN;

const LOTS = table('Lot', 'Area', 'Operator', 'Spaces', 'Hour', 'Day');
const HAPPENED = table('Area', 'Operator', 'Paid', 'Occupied');
const AREAS = table('Area', 'paid', 'occupied', 'Stays', 'Told stays', 'Callers', 'Searched share');
const VOTES = tables('Lot', 'Vote', 'Weight', 'Weight up to here');
const VOICES = table('Operator', 'Occupied', 'Searched');
const ANSWERS = tables('Field', 'Value');

const PERCENTILES = Array.from({ length: 101 }, (_, percentile) => ({
  country: 'CA',
  percentile,
  searcher_count: 10 * percentile,
}));

const happenedIn = (area = '') => HAPPENED.filter((row) => row.Area === area);

/** What an area tells, from what happened on its operators' lots. */
function toldArea(row: Row, index: number): DisclosedArea {
  const own = happenedIn(row.Area);
  const voices = own.map((each) => ({ weight: 1, value: numberAt(each, 'Occupied') / 100 }));
  const stays = twoDigits(numberAt(row, 'Stays'));
  return {
    country: 'CA',
    cell: BigInt(index + 1),
    median_space_count: null,
    stay_count: stays,
    paid_stay_count: stays,
    paid_pct: median(own.map((each) => numberAt(each, 'Paid'))),
    occupied_pct: Math.round(100 * (heardShare(voices) ?? 0)),
    measured_pct: 0,
  };
}

const indexOf = ({ Area: area }: Row) => AREAS.findIndex((row) => row.Area === area);

function publishedLot(row: Row): PublishedLot {
  return {
    ...{ cell: BigInt(indexOf(row)), latitude: 0, longitude: 0, country: 'CA', currency: 'cad' },
    operator_id: row.Operator ?? '',
    is_public: false,
    is_counted: true,
    space_count: numberAt(row, 'Spaces'),
    list_hourly: numberIn(row.Hour),
    list_daily: numberIn(row.Day),
    ...{ observation_count: 0, revenue_minor: 0, paid_minutes: 0 },
    ...{ occupied_minutes: 0, known_minutes: 0 },
  };
}

function marketOf(rows: readonly Row[]) {
  const areas = AREAS.map(toldArea);
  const tile = tileLotsOf(rows.map(publishedLot), {
    areaOf: ({ cell }) => areas[Number(cell)],
    searchesAt: (cell) => numberAt(AREAS[Number(cell)] ?? {}, 'Callers'),
    percentilesOf: () => PERCENTILES,
  });
  const made = sumLots(tile, [...rows.keys()], (markets) => {
    const operators = operatorsOf(markets);
    const spaces = columnOf(operators, 'spaces');
    const rate = rateOf(markets, (loud) => lightenLots(tile, [...rows.keys()], loud));
    return {
      weights: new Map(operators.operators.map((id, row) => [operatorIdOf(id), spaces[row] ?? 0])),
      rate,
      demand: demandOf(operators),
    };
  });
  return { tile, ...made };
}

/** What the answer of the page has of a market. */
function answerOf({ rate, demand }: ReturnType<typeof marketOf>): Record<string, unknown> {
  return {
    avg_hourly_cents: rate?.hourly?.average,
    avg_daily_cents: rate?.daily?.average,
    min_hourly_cents: rate?.hourly?.least,
    max_hourly_cents: rate?.hourly?.most,
    basis: rate?.isRealised ? 'realised' : 'posted',
    sample_size: rate?.hourly?.lotCount,
    left_out: rate?.hourly?.leftOut,
    observed_stays: rate?.paidStayCount,
    demand_score: demandScore(demand),
  };
}

function expectAnswer(answer: Record<string, unknown>, rows: readonly Row[] = []) {
  expect(rows.length).toBeGreaterThan(0);
  for (const { Field: field = '', Value: value = '' } of rows)
    expect(answer[field], field).toBe(/^\d/.test(value) ? numberIn(value) : value);
}

test('what areas tell follows from what happened on the lots of their operators', () => {
  expect(AREAS).toHaveLength(2);
  for (const [i, row] of AREAS.entries()) {
    const { paid_pct, occupied_pct, paid_stay_count } = toldArea(row, i);
    const searched = searchedShare(numberAt(row, 'Callers'), PERCENTILES) ?? Number.NaN;
    expect([paid_pct, occupied_pct, paid_stay_count, (100 * searched).toFixed(1)]).toEqual([
      numberAt(row, 'paid'),
      numberAt(row, 'occupied'),
      numberAt(row, 'Told stays'),
      row['Searched share'],
    ]);
  }
});

/** The votes of a kind as the page has them. */
function votesIn(tile: TileLots, kind: 'hourly' | 'daily') {
  const voters = LOTS.flatMap(({ Lot: lot, Operator: operator = '' }, i) =>
    (tile[kind].priceClass[i] ?? -1) < 0
      ? []
      : [{ lot, operator, vote: tile[kind].vote[i] ?? 0, weight: tile.weight[i] ?? 0 }],
  ).sort((a, b) => a.vote - b.vote);
  const sums = new Map<string, number>();
  for (const { operator, weight } of voters) sums.set(operator, (sums.get(operator) ?? 0) + weight);
  const cap = operatorCap([...sums.values()]);
  let upTo = 0;
  return voters.map(({ lot, operator, vote, weight }) => {
    const capped = weight * Math.min(1, cap / (sums.get(operator) ?? 1));
    upTo += capped;
    return [lot, vote, capped, upTo];
  });
}

test('votes and weights are those of the product', () => {
  const { tile } = marketOf(LOTS);
  for (const [i, kind] of (['hourly', 'daily'] as const).entries()) {
    const onPage = VOTES[i]?.map((row) => [
      row.Lot,
      ...['Vote', 'Weight', 'Weight up to here'].map((column) => numberAt(row, column)),
    ]);
    const votes = votesIn(tile, kind).map(([lot, ...numbers]) => [
      lot,
      ...numbers.map((number) => Number(Number(number).toFixed(6))),
    ]);
    expect(onPage).toEqual(votes);
  }
});

test('what each operator has to say is what the product hears of its lots alone', () => {
  const { weights } = marketOf(LOTS);
  expect(VOICES.map(({ Operator: operator }) => operator)).toEqual([...weights.keys()].sort());
  for (const row of VOICES) {
    const { demand } = marketOf(LOTS.filter(({ Operator: operator }) => operator === row.Operator));
    const percent = (share: number | null) => (100 * (share ?? Number.NaN)).toFixed(3);
    expect([row.Occupied, row.Searched]).toEqual([
      percent(demand.occupiedShare),
      percent(demand.searchedShare),
    ]);
  }
});

test('the answer is that of the product', () => {
  const market = marketOf(LOTS);
  expectAnswer(answerOf(market), ANSWERS[0]);
  expect(example).toContain(`\`occupied_share\` ${market.demand.occupiedShare?.toFixed(2)}`);
});

test('a price that two operators post together is held where the page says', () => {
  const bent = LOTS.map((row) => (row.Lot === 'S4' ? { ...row, Hour: '1,000,000' } : row));
  expectAnswer(answerOf(marketOf(bent)), ANSWERS[1]);
  const alone = answerOf(marketOf(bent.filter(({ Lot: lot }) => lot !== 'S5')));
  expect(alone).toMatchObject({ max_hourly_cents: 1_000, left_out: 1 });
});

test('what is computed on the page is computed right', () => {
  const blocks = [...example.matchAll(/^```text\n([\s\S]*?)^```$/gm)];
  const lines = blocks.flatMap(([, block = '']) => block.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [formula = '', result = ''] = line.split(' = ');
    const decimals = result.split('.')[1]?.length ?? 0;
    const value = Number(runInNewContext(formula.replaceAll('x', '*')));
    expect(Math.abs(value - Number(result)), line).toBeLessThanOrEqual(
      0.5 * 10 ** -decimals + 1e-9,
    );
  }
});

test('the quartiles that are said are those of the table of votes', () => {
  const rows = VOTES[0] ?? [];
  const total = numberAt(rows.at(-1) ?? {}, 'Weight up to here');
  const voteAt = (rank: number) =>
    rows.find((row) => numberAt(row, 'Weight up to here') >= rank * total)?.Vote;
  expect(example).toContain(
    `The first quartile is ${voteAt(0.25)} (at a weight of ${0.25 * total}), ` +
      `the third ${voteAt(0.75)} (at ${0.75 * total}).`,
  );
});

test('the text between the tables has no other numbers', () => {
  const numbersOf = (text: string) =>
    [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([one]) => numberIn(one.replace(/,$/, '')));
  const shown = [...example.matchAll(/^\|.*$|^```text\n[\s\S]*?^```$/gm)].join('\n');
  const said = example
    .replaceAll(/^\|.*$|^```text\n[\s\S]*?^```$/gm, '')
    .replaceAll(/\b[NS]\d/g, '');
  const known = [...numbersOf(shown.replaceAll(/\b[NS]\d/g, '')), 0.55];
  expect(numbersOf(said).filter((number) => !known.includes(number))).toEqual([]);
});
