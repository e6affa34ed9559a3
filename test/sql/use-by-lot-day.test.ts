import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../src/demo/random.ts';
import type { UsedDay } from '../../src/kit/forecast/history/lot-days.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';

const log = pino({ level: 'silent' });
const SEED = 33;
const BATCHES = 12;
/** Half an hour. */
const HALF = 1_800;
const LEAD = 900;
const DAY = 86_400;
/** Days around one on which clocks go back in Toronto. */
const FROM = Date.parse('2026-10-29T00:00:00Z') / 1_000;
const DAYS = 6;
const CURRENCIES = ['cad', 'usd'];
/** Of the first lot there are very many stays. */
const STAYS = [1_200, 40, 40];

const lotId = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

/**
 * A stay, or a hold of some spaces: seconds from 1970. `isOver`: false for a stay that goes on.
 * `paid`: minor units, or null.
 */
type Fact = {
  n: number;
  lot: number;
  batch: number;
  from: number;
  to: number;
  spaces: number;
  isHold: boolean;
  isOver: boolean;
  paid: number | null;
  currency: string;
};

function drawFacts(): Fact[] {
  const random = randomFrom(SEED);
  const below = (max: number) => Math.floor(random() * max);
  return STAYS.flatMap((count, lot) =>
    Array.from({ length: count }, (_, i) => {
      const from = FROM + below(DAYS * DAY);
      // Some take no time, most some hours, and a few longer than a day.
      const seconds = below(10) === 0 ? 0 : below(20) === 0 ? below(3 * DAY) : below(5 * 3_600);
      const isHold = below(10) === 0;
      return {
        ...{
          n: lot * 10_000 + i,
          lot,
          batch: 1 + below(BATCHES),
          from,
          to: from + seconds,
          isHold,
        },
        spaces: isHold ? 1 + below(4) : 1,
        isOver: isHold || below(10) > 0,
        paid: isHold || below(3) === 0 ? null : below(5_000),
        currency: CURRENCIES[below(8) === 0 ? 1 : 0] ?? '',
      };
    }),
  );
}

/** What the facts say of each half hour, by lot, day, currency and half hour. */
function expectedOf(facts: readonly Fact[]): Map<string, number[]> {
  const expected = new Map<string, number[]>();
  const add = ({ lot }: Fact, currency: string, number: number, place: number, value: number) => {
    const key = [lotId(lot), Math.floor(number / 48), currency, number % 48].join(' ');
    const sums = expected.get(key) ?? [0, 0, 0];
    sums[place] = (sums[place] ?? 0) + value;
    expected.set(key, sums);
  };
  for (const fact of facts) {
    const { from, to, spaces, isHold, isOver, paid, currency } = fact;
    if (!isHold) add(fact, 'cad', Math.floor(from / HALF), 1, 1);
    if (!isOver) continue;
    if (paid !== null) add(fact, currency, Math.floor(to / HALF), 2, paid);
    for (let second = from + LEAD; second < to + LEAD; ) {
      const number = Math.floor(second / HALF);
      const until = Math.min(to + LEAD, (number + 1) * HALF);
      add(fact, 'cad', number, 0, spaces * (until - second));
      second = until;
    }
  }
  return new Map([...expected].filter(([, sums]) => sums.some((sum) => sum !== 0)));
}

/** Writes a warehouse that has these facts, of BATCHES batches. */
async function writeFacts(path: string, facts: readonly Fact[]): Promise<void> {
  await (await openWarehouse({ path, log })).close();
  const stays = facts.filter(({ isHold }) => !isHold);
  const over = stays.filter(({ isOver }) => isOver);
  const common = ({ batch, n, lot }: Fact) => `${batch}, ${n}, 'id_${n}', '${lotId(lot)}', true`;
  const span = ({ from, to }: Fact) => `to_timestamp(${from}), to_timestamp(${to})`;
  const amount = ({ paid, currency }: Fact) => `1, ${paid ?? 0}, '${currency}'`;
  const insert = (table: string, some: readonly Fact[], row: (fact: Fact) => string) =>
    `insert into ${table} values ${some.map((fact) => `(${row(fact)})`).join(',')}`;
  await run(path, [
    `insert into fct_lot_changes by name
     select
       1 as batch, 1 as audit_id, true as livemode, false as is_deleted, 'op_1' as operator_id,
       unnest([${STAYS.map((_, lot) => `'${lotId(lot)}'::uuid`)}]) as lot_id, 'cad' as currency,
       1 as cell, 0 as latitude, 0 as longitude, 'hour' as rate_unit, 'active' as status,
       true as is_listed`,
    insert(
      'fct_session_starts',
      stays,
      (fact) => `${common(fact)}, to_timestamp(${fact.from}), null, null`,
    ),
    insert('fct_stays', over, (fact) => `${common(fact)}, ${span(fact)}, ${amount(fact)}`),
    insert(
      'fct_paid_stays',
      over.filter(({ paid }) => paid !== null),
      (fact) => `${common(fact)}, ${span(fact)}, ${amount(fact)}`,
    ),
    insert(
      'fct_released_holds',
      facts.filter(({ isHold }) => isHold),
      (fact) => `${common(fact)}, ${fact.spaces}, ${span(fact)}`,
    ),
    `insert into watermarks values ('audit_log', 1, 1, ${BATCHES}, 0, 0)`,
  ]);
}

async function run(path: string, texts: readonly string[]) {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    let rows: unknown[][] = [];
    for (const text of texts) rows = (await connection.runAndReadAll(text)).getRows();
    return rows;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** What readers see after these batches were added one after another. */
async function readAfter(path: string, batches: readonly number[]): Promise<Map<string, number[]>> {
  const warehouse = await openWarehouse({ path, log });
  const found = new Map<string, number[]>();
  const onUse = ({ lotId: id, day, currency, halfHours, ...figures }: UsedDay) => {
    const { occupiedSeconds, started, revenueMinor } = figures;
    for (const [i, half] of halfHours.entries())
      found.set(
        [id, day, currency, half].join(' '),
        [occupiedSeconds, started, revenueMinor].map((each) => each[i] ?? 0),
      );
  };
  try {
    for (const through of batches) await warehouse.advance('use_by_lot_day', through, () => {});
    const lotIds = STAYS.map((_, lot) => lotId(lot));
    const ignore = () => undefined;
    await warehouse.history(
      { lotIds, fromDay: 0 },
      { onCounts: ignore, onOpenStay: ignore, onUse },
    );
    return found;
  } finally {
    await warehouse.close();
  }
}

test.each([{ batches: [BATCHES] }, { batches: Array.from({ length: BATCHES }, (_, i) => i + 1) }])(
  'each half hour has what stays and holds were in it, added in $batches',
  async ({ batches }) => {
    const directory = mkdtempSync(join(tmpdir(), 'hexlot-use-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'warehouse.duckdb');
    const facts = drawFacts();
    await writeFacts(path, facts);
    const found = await readAfter(path, batches);
    expect(new Map([...found].sort())).toEqual(new Map([...expectedOf(facts)].sort()));
    const [longest] = await run(path, ['select max(len(changes)) from use_by_lot_day']);
    // Less than 96 that are left as they are, and one change for each half hour.
    expect(Number(longest?.[0])).toBeLessThan(96 + 48);
  },
);
