import { afterAll, expect, test } from 'vitest';
import { matchPlaces } from '../../../../../src/kit/osm/diff/match-places.ts';
import { createRandom } from '../../../../stage/random.ts';
import { AACHEN, DRESDEN, FREIBURG, HEIDELBERG, type Labels, ULM } from './labelled-pairs.ts';
import {
  halved,
  moved,
  perturb,
  type Recipe,
  recounted,
  renamed,
  type Sample,
  withoutName,
  withSwappedNames,
} from './perturbed.ts';
import {
  allParkapiPlaces,
  helsinkiObjects,
  lotOf,
  missingData,
  objectOf,
  parkapiPlaces,
  parkapiV3Places,
  type RealPlace,
  scrapedPlaces,
} from './shared-places.ts';

/**
 * The labelled sample. A wrong match makes a contributor write one car park's facts onto another,
 * a missed one only leaves work to do, so the number of wrong matches is asserted exactly as it
 * was measured, and no set may have more than one in a hundred.
 */
type Score = {
  pairs: number;
  wrong: number;
  found: number;
  /** Lots that are there, but would be called missing in OpenStreetMap. */
  lost: number;
};

const PRECISION_MIN = 0.99;
/** Not those by which the evidence was weighed. */
const SEEDS = [7, 8, 9];

const PLACE = { city: 'Helsinki', id: '', name: '', lat: 0, lng: 0, spaces: 0 };

const scores: string[] = [];
afterAll(() => console.info(scores.join('\n')));

function scoreOf(samples: readonly Sample[]): Score {
  const total = { pairs: 0, wrong: 0, found: 0, lost: 0 };
  for (const { lots, objects, truth } of samples) {
    const { matches, lots: missing } = matchPlaces(lots, objects);
    const isRight = (lotId: string, osmId: string) => truth.get(lotId)?.includes(osmId) ?? false;
    const right = matches.filter(({ lot, object }) => isRight(lot.lot_id, object.id)).length;
    total.pairs += truth.size;
    total.found += right;
    total.wrong += matches.length - right;
    total.lost += missing.filter(({ lot_id }) => truth.has(lot_id)).length;
  }
  return total;
}

function expectScore(name: string, samples: readonly Sample[], measured: Score): void {
  const score = scoreOf(samples);
  const precision = score.found / (score.found + score.wrong);
  const recall = score.found / score.pairs;
  scores.push(
    `${name}: ${score.pairs} pairs, ${score.wrong} wrong, ${score.found} found: ` +
      `precision ${precision.toFixed(4)}, recall ${recall.toFixed(3)}; ` +
      `${score.lost} called missing`,
  );
  expect(score.pairs).toBe(measured.pairs);
  expect(score.wrong).toBeLessThanOrEqual(measured.wrong);
  expect(precision).toBeGreaterThanOrEqual(PRECISION_MIN);
  expect(score.found).toBeGreaterThanOrEqual(measured.found);
  expect(score.lost).toBeLessThanOrEqual(measured.lost);
}

type LabelledCity = { city: string; ours: () => RealPlace[]; labels: Labels; prefix?: string };

function labelledSample({ city, ours, labels, prefix = '' }: LabelledCity): Sample {
  const truth = Object.entries(labels).map(([id, names]) => [prefix + id, [names].flat()] as const);
  return {
    lots: ours().map((place) => lotOf(place)),
    objects: parkapiPlaces(city).map((place) => objectOf(place)),
    truth: new Map(truth),
  };
}

test.each<[LabelledCity, Score]>([
  [
    { city: 'Freiburg', ours: () => parkapiV3Places('Freiburg'), labels: FREIBURG },
    { pairs: 15, wrong: 0, found: 13, lost: 0 },
  ],
  [
    { city: 'Heidelberg', ours: () => parkapiV3Places('Heidelberg'), labels: HEIDELBERG },
    { pairs: 19, wrong: 0, found: 19, lost: 0 },
  ],
  [
    { city: 'Ulm', ours: () => parkapiV3Places('Ulm'), labels: ULM },
    { pairs: 9, wrong: 0, found: 9, lost: 0 },
  ],
  [
    {
      city: 'Aachen',
      ours: () => scrapedPlaces('Aachen'),
      labels: AACHEN,
      prefix: 'apag-parken-Aachen-',
    },
    { pairs: 14, wrong: 0, found: 14, lost: 0 },
  ],
  [
    {
      city: 'Dresden',
      ours: () => scrapedPlaces('Dresden'),
      labels: DRESDEN,
      prefix: 'dresden-parken-',
    },
    { pairs: 26, wrong: 0, found: 19, lost: 0 },
  ],
])(
  'of two real files of one city, labelled by hand, no match is wrong: $city',
  (city, measured) => {
    if (missingData !== undefined) return console.warn(missingData);
    expectScore(`${city.city}, by hand`, [labelledSample(city)], measured);
  },
);

test.each<[string, Omit<Recipe, 'seed'>, Score]>([
  [
    'moved by 0 to 80 m and counted again',
    { change: (place, random) => [recounted(moved(place, random), random)], missing: 0.2 },
    { pairs: 999, wrong: 0, found: 998, lost: 0 },
  ],
  [
    'moved, counted again, and renamed',
    {
      change: (place, random) => [renamed(recounted(moved(place, random), random), random)],
      missing: 0.2,
    },
    { pairs: 983, wrong: 2, found: 803, lost: 0 },
  ],
  [
    'moved, counted again, and without a name',
    {
      change: (place, random) => [withoutName(recounted(moved(place, random), random))],
      missing: 0.2,
    },
    { pairs: 999, wrong: 3, found: 603, lost: 0 },
  ],
  [
    'with refs that every town has, but without a name',
    {
      change: (place, random) => [withoutName(recounted(moved(place, random), random))],
      missing: 0.2,
      refs: true,
    },
    { pairs: 999, wrong: 0, found: 997, lost: 0 },
  ],
  [
    'drawn in two parts, three in ten',
    {
      change: (place, random) =>
        random.next() < 0.3 ? halved(place, random) : [recounted(moved(place, random), random)],
      missing: 0.1,
    },
    { pairs: 867, wrong: 0, found: 862, lost: 0 },
  ],
])('the real car parks of 30 cities are found again: %s', (name, recipe, measured) => {
  if (missingData !== undefined) return console.warn(missingData);
  const places = allParkapiPlaces();
  expectScore(
    name,
    SEEDS.map((seed) => perturb(places, { ...recipe, seed })),
    measured,
  );
});

test('neighbours whose names have been exchanged are not taken for each other', () => {
  if (missingData !== undefined) return console.warn(missingData);
  const places = allParkapiPlaces();
  const names = withSwappedNames(places).map(({ name }) => name);
  const nameOf = new Map(places.map((place, i) => [place, names[i] ?? '']));
  const samples = SEEDS.map((seed) =>
    perturb(places, {
      seed,
      change: (place, random) => [{ ...moved(place, random, 20), name: nameOf.get(place) ?? '' }],
    }),
  );
  expectScore('names exchanged', samples, { pairs: 1500, wrong: 0, found: 1166, lost: 0 });
});

test('the mostly nameless objects of Helsinki are found again from lots up to 25 m away', () => {
  if (missingData !== undefined) return console.warn(missingData);
  const samples = SEEDS.map((seed): Sample => {
    const random = createRandom(seed);
    const sample: Sample = { lots: [], objects: [], truth: new Map() };
    for (const object of helsinkiObjects()) {
      const { lat, lng } = moved({ ...PLACE, ...object.point }, random, 25);
      const [isHere, isThere] = [random.next() < 0.8, random.next() < 0.8];
      const place = { ...PLACE, lat, lng, id: `lot of ${object.id}`, name: object.tags.name ?? '' };
      if (isHere) sample.lots.push(lotOf(place, { tags: object.tags }));
      if (isThere) sample.objects.push(object);
      if (isHere && isThere) sample.truth.set(place.id, [object.id]);
    }
    return sample;
  });
  expectScore('Helsinki', samples, { pairs: 73, wrong: 0, found: 45, lost: 0 });
});
