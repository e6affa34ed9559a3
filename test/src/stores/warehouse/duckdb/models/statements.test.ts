import { expect, test } from 'vitest';
import { completeMart } from '../../../../../../src/stores/warehouse/duckdb/models/statements.ts';

const FRAME = 'merge into "$mart" using ("$key") where "$stale" from (\n"$rows"\n) as "$other";\n';
const HEAD = '-- One row per lot.\n-- key: lot_id, day\n-- stale: lot_id in (from news)\n';

test('what a model says is put into the frame, and nothing else of the frame is changed', () => {
  expect(completeMart(FRAME, 'lots', `${HEAD}from lots;\n`)).toBe(
    `merge into lots using (lot_id, day) where lot_id in (from news) from (
${HEAD}from lots
) as "$other";
`,
  );
});

test('what looks like a mark of the frame stays as it is inside a model', () => {
  const query = `select '$&', "$key" from lots`;
  expect(completeMart(FRAME, 'lots', `${HEAD}${query};`)).toContain(`\n${query}\n)`);
});

test.each(['key', 'stale'])('a mart without its %s is refused', (word) => {
  const model = `${HEAD}from lots;`.replace(`-- ${word}: `, '-- ');
  expect(() => completeMart(FRAME, 'lots', model)).toThrow(
    `the mart lots needs a comment "-- ${word}: …"`,
  );
});
