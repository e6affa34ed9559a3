import { expect, test } from 'vitest';
import { createRandom } from '../../../../../src/demo/random.ts';
import { cleanText } from '../../../../../src/kit/words/text/mapped-text.ts';
import { seedOfRun } from '../../../../stage/random.ts';

const RANDOM_TEXTS = 300;

test('cleaning clean text changes nothing, and each character has its position in the source', () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  for (let i = 0; i < RANDOM_TEXTS; i += 1) {
    const text = Array.from({ length: draw.integer(0, 60) }, () =>
      String.fromCodePoint(
        draw.pick([32, 0x2f, 0x7e, 0xff, 0x17f, 0x2fff, 0xffff, 0x1f9ff]) - draw.integer(0, 32),
      ),
    ).join('');
    const clean = cleanText(text);
    const message = `seed ${seed}: ${JSON.stringify(text)}`;
    expect(cleanText(clean.text).text, message).toBe(clean.text);
    expect(clean.sourceAt, message).toHaveLength(clean.text.length + 1);
    expect(clean.sourceAt, message).toEqual(clean.sourceAt.toSorted((a, b) => a - b));
  }
});
