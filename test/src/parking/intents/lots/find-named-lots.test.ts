import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordsOf } from '../../../../../src/parking/intents/lots/lot-words.ts';
import { keyOf } from '../../../../../src/parking/intents/lots/runs-of-words.ts';
import { openWorld, type World } from '../open-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.database.drop());

test('a renamed lot is found by its new name, and not by the old one', async () => {
  const lotId = await world.addNamed('Marigold Decks', { lat: 43.6, lng: -79.3 });
  expect((await world.resolved('at Marigold Decks')).lotId).toBe(lotId);
  await world.database.sql(`update lots set name = 'Büchel & Søn 7' where lot_id = $1`, [lotId]);
  for (const text of ['at Büchel & Søn 7', 'at buechel søn 7', 'at BUCHEL SON SEVEN'])
    expect((await world.resolved(text)).lotId, text).toBe(lotId);
  expect(await world.resolve('at Marigold Decks')).toMatchObject({ missing: ['place'] });
});

test.each([
  'Parkhaus Büchel 51',
  'Garage “Œuvre”, Straße & Łódź',
  'パーキング Tokyo 3',
  'Пушкин',
  'Q-Park P 1 2 3 b 4',
  'x'.repeat(150),
  `${'a'.repeat(79)} bcd`,
  '---',
])('the database spells the name %j as the reader spells the words of a text', async (name) => {
  const words = wordsOf(name).filter((word) => /^[a-z0-9]+$/.test(word));
  const [row] = await world.database.sql<{ slug: string; key: string }>(
    'select name_slug($1) as slug, name_key($1) as key',
    [name],
  );
  const slug = words.join('-').slice(0, 80).replace(/-$/, '');
  expect(row).toEqual({ slug, key: keyOf(slug) });
});
