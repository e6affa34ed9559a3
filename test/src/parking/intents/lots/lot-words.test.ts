import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordsOf } from '../../../../../src/parking/intents/lots/lot-words.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('the words of a text are the same here and in the database', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const kept = 'aAzZ09 -.,\'"ßẞæÆœØøđĐłŁıİəñÑüÜéÉêçşžЖжéÅΩωאب漢字カﬁ№½²–’·×';
  const letters = [...kept, ...'नमस्ते', '\u0301', '\u00a0', '\u3000', '\u{1f697}'];
  const texts = Array.from({ length: 300 }, () =>
    Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join(''),
  );
  const rows = await database.sql<{ words: string[] }>(
    `select words_of(text) as words
     from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    [texts],
  );
  expect(
    rows.map(({ words }) => words),
    `seed ${seed}`,
  ).toEqual(texts.map(wordsOf));
});
