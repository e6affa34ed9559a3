import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { INTENT_LENGTH_MAX } from '../../../src/intents/intent.ts';
import { FILLER_WORDS } from '../../../src/intents/places/filler-words.ts';
import { PLACE_CUES } from '../../../src/intents/places/place-cues.ts';
import { LANDMARK_WORDS, PARKING_WORDS } from '../../../src/intents/places/place-kinds.ts';
import { readIntent } from '../../../src/intents/read-intent.ts';
import { randomFrom, seedOfRun } from '../../random.ts';

const isFull = process.env.HEXLOT_TEST_SIZE === 'full';
/** Of the event loop, after warm-up: no other caller is answered during this time. */
const READING_MS_MAX = 5;
/** The best of several tries counts, because the machine does other work, too. */
const TRIES = 20;
const MIXTURES = isFull ? 20_000 : 500;
const WORDS_OF_MIXTURE_MAX = 6;
const SAMPLE_STEP = 20;
/** These once took 10 to 126 ms. */
const KNOWN_SLOW = ['2 Tag, ', 'Lot ', 'Car ', 'Park ', 'y ', 'GARAGE ', 'St,'];
const context = { now: new Date('2026-11-22T12:00:00Z'), timezone: 'America/New_York' };

const sentences: { text: string }[] = JSON.parse(
  readFileSync('test/src/intents/intents.json', 'utf8'),
);
const words = [
  ...new Set([
    ...JSON.stringify(sentences).split(/[\s"]+/),
    ...[...PLACE_CUES.keys(), ...FILLER_WORDS, ...LANDMARK_WORDS, ...PARKING_WORDS],
    ...['AB12 CDE', '2026-12-01T10:00Z', '12/11/2026', 'ﷺ', '½'],
  ]),
].filter(Boolean);

const filled = (part: string) =>
  part.repeat(Math.ceil(INTENT_LENGTH_MAX / part.length)).slice(0, INTENT_LENGTH_MAX);

for (const { text } of sentences.slice(0, 300)) readIntent(text, context);

function millisecondsOf(text: string): number {
  const from = performance.now();
  readIntent(text, context);
  return performance.now() - from;
}

/** Those that take too long in every try. */
function slowOf(parts: readonly string[]): string[] {
  const suspects = parts.filter((part) => millisecondsOf(filled(part)) > READING_MS_MAX);
  return suspects.filter((part) => {
    const best = Math.min(...Array.from({ length: TRIES }, () => millisecondsOf(filled(part))));
    return best > READING_MS_MAX;
  });
}

test('1,000 characters of any word of the vocabulary are read in 5 ms', () => {
  const all = words.flatMap((word) => [`${word} `, word, `${word},`]);
  const parts = all.filter((_, index) => isFull || index % SAMPLE_STEP === 0).concat(KNOWN_SLOW);
  expect(slowOf(parts)).toEqual([]);
});

test('1,000 characters of any mixture of a few words are read in 5 ms', () => {
  const seed = seedOfRun();
  const next = randomFrom(seed);
  const one = () => words[Math.floor(next() * words.length)] ?? '';
  const mixtures = Array.from({ length: MIXTURES }, () => {
    const count = 2 + Math.floor(next() * (WORDS_OF_MIXTURE_MAX - 1));
    return `${Array.from({ length: count }, one).join(' ')}${next() < 0.5 ? ', ' : ' '}`;
  });
  expect(slowOf(mixtures), `seed ${seed}`).toEqual([]);
});
