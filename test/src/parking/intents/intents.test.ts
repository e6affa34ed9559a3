import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Intent } from '../../../../src/parking/intents/intent.ts';
import { NOW, openWorld, type World } from './open-world.ts';

type Read = Omit<Intent, 'startsAt' | 'endsAt' | 'vehicle' | 'plateTexts' | 'placePhrases'> & {
  startsAt: string | null;
  endsAt: string | null;
  vehicle: Partial<Intent['vehicle']>;
};
type Row = {
  id: string;
  way: string;
  text: string;
  now?: string;
  expect?: Partial<Read> & { lot?: string; place?: string };
  refuse?: { missing: string[]; candidates: string[] };
};

const rows: Row[] = JSON.parse(readFileSync(new URL('intents.json', import.meta.url), 'utf8'));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.database.drop());

test.each(rows)('$id: $text', async (row) => {
  const answer = await world.resolve(row.text, { now: new Date(row.now ?? NOW) });
  if ('missing' in answer) {
    const candidates = answer.candidates.map(({ lot_id, label }) =>
      lot_id === null ? label : world.nameById.get(lot_id),
    );
    expect({ missing: answer.missing, candidates: candidates.toSorted() }).toEqual(row.refuse);
    return;
  }
  const { placePhrases, plateTexts, problems, point, ...intent } = answer.intent;
  expect(problems).toEqual([]);
  const where =
    answer.lotId === null
      ? { place: answer.place.label }
      : { lot: world.nameById.get(answer.lotId) };
  const { maxRate } = intent;
  const ceiling = maxRate && {
    amount: maxRate.amount,
    currency: maxRate.currency,
    per: maxRate.per,
  };
  expect({ ...intent, maxRate: ceiling, ...where }).toEqual(expected(row));
});

test('the table has ten ways to speak, and enough refusals', () => {
  expect(rows.length).toBeGreaterThanOrEqual(400);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
  expect(Object.keys(Object.groupBy(rows, ({ way }) => way))).toHaveLength(10);
  expect(rows.filter(({ refuse }) => refuse !== undefined).length).toBeGreaterThanOrEqual(20);
  expect(
    rows.every(({ expect, refuse }) => (expect === undefined) !== (refuse === undefined)),
  ).toBe(true);
});

/** The intent of a row, where everything that the row does not name is unsaid. */
function expected({ expect: said = {} }: Row): object {
  const startsAt = instant(said.startsAt);
  const endsAt = instant(said.endsAt);
  const reckoned =
    startsAt !== null && endsAt !== null ? (endsAt.getTime() - startsAt.getTime()) / 60_000 : null;
  return {
    timeProblem: null,
    durationMinutes: reckoned,
    plate: null,
    features: [],
    lotTypes: null,
    maxRate: null,
    spaceCount: 1,
    sort: 'distance',
    withinM: null,
    ...said,
    startsAt,
    endsAt,
    vehicle: { isAutonomous: false, heightCm: null, kind: null, ...said.vehicle },
  };
}

function instant(text: string | null | undefined): Date | null {
  return text == null ? null : new Date(text);
}
