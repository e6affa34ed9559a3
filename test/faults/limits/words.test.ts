import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { FILLER_WORDS } from '../../../src/kit/words/places/filler-words.ts';
import { PLACE_CUES } from '../../../src/kit/words/places/place-cues.ts';
import { LANDMARK_WORDS, PARKING_WORDS } from '../../../src/kit/words/places/place-kinds.ts';
import { INTENT_LENGTH_MAX } from '../../../src/kit/words/wish.ts';
import { readIntent } from '../../../src/parking/intents/read-intent.ts';
import { readText } from '../../../src/parking/intents/read-text.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

/**
 * Of what usual requests of that length take on this machine now: about 5 ms of the event loop, in
 * which no other caller is answered.
 */
const TIMES_USUAL_MAX = 4;
const USUAL_REQUESTS = 40;
/** The best of several tries counts, because the machine does other work, too. */
const TRIES = 20;
const MIXTURES = isFull ? 20_000 : 500;
const WORDS_OF_MIXTURE_MAX = 6;
const SAMPLE_STEP = 20;
/** These once took 10 to 126 ms. */
const KNOWN_SLOW = ['2 Tag, ', 'Lot ', 'Car ', 'Park ', 'y ', 'GARAGE ', 'St,'];
const context = { now: new Date('2026-11-22T12:00:00Z'), timezone: 'America/New_York' };

const sentences: { text: string }[] = JSON.parse(
  readFileSync('test/src/parking/intents/intents.json', 'utf8'),
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

for (const { text } of sentences.slice(0, 300)) readIntent(readText(text, []), context);

function millisecondsOf(text: string): number {
  const from = performance.now();
  readIntent(readText(text, []), context);
  return performance.now() - from;
}

function bestOf(part: string): number {
  return Math.min(...Array.from({ length: TRIES }, () => millisecondsOf(filled(part))));
}

/** Those that take too long in every try. */
function slowOf(parts: readonly string[]): string[] {
  const usual = sentences.slice(0, USUAL_REQUESTS).map(({ text }) => bestOf(`${text}. `));
  usual.sort((a, b) => a - b);
  const most = TIMES_USUAL_MAX * (usual[USUAL_REQUESTS / 2] ?? 0);
  const suspects = parts.filter((part) => millisecondsOf(filled(part)) > most);
  return suspects.filter((part) => bestOf(part) > most);
}

test('1,000 characters of any word of the vocabulary are read about as fast as a usual request', () => {
  const all = words.flatMap((word) => [`${word} `, word, `${word},`]);
  const parts = all.filter((_, index) => isFull || index % SAMPLE_STEP === 0).concat(KNOWN_SLOW);
  expect(slowOf(parts)).toEqual([]);
});

test('1,000 characters of any mixture of a few words are read about as fast as a usual request', () => {
  const seed = seedOfRun();
  const next = randomFrom(seed);
  const one = () => words[Math.floor(next() * words.length)] ?? '';
  const mixtures = Array.from({ length: MIXTURES }, () => {
    const count = 2 + Math.floor(next() * (WORDS_OF_MIXTURE_MAX - 1));
    return `${Array.from({ length: count }, one).join(' ')}${next() < 0.5 ? ', ' : ' '}`;
  });
  expect(slowOf(mixtures), `seed ${seed}`).toEqual([]);
});
