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
/** So many are measured together, because processor time is counted in steps of a few ms. */
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

function read(text: string): void {
  readIntent(readText(text, []), context);
}

/** How long one reading seems to take, with what the machine does beside it. */
function elapsedMs(text: string): number {
  const from = performance.now();
  read(text);
  return performance.now() - from;
}

/** What one reading takes of the processor, whatever else the machine does. */
function processorMs(text: string): number {
  const from = process.threadCpuUsage();
  for (let i = 0; i < TRIES; i += 1) read(text);
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1_000 / TRIES;
}

/** Those that take too long. */
function slowOf(parts: readonly string[]): string[] {
  const usual = sentences
    .slice(0, USUAL_REQUESTS)
    .map(({ text }) => processorMs(filled(`${text}. `)));
  usual.sort((a, b) => a - b);
  const most = TIMES_USUAL_MAX * (usual[USUAL_REQUESTS / 2] ?? 0);
  const suspects = parts.filter((part) => elapsedMs(filled(part)) > most);
  return suspects.filter((part) => processorMs(filled(part)) > most);
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
