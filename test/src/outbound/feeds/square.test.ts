import { expect, test } from 'vitest';
import { type Feature, inOrder, toFeature } from '../../../../src/outbound/feeds/feature.ts';
import {
  addTo,
  FEATURES_PER_SQUARE,
  newSquare,
  pieceOf,
  type Square,
  takeFrom,
  uncutSquares,
} from '../../../../src/outbound/feeds/square.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { newRow, randomRows } from './features.ts';

const COUNT = 4_000;
const seed = seedOfRun();

function mapOf(features: readonly Feature[]): Square {
  const map = newSquare();
  for (const feature of features) addTo(map, feature);
  return map;
}

const COMMA = Buffer.from(',');
const piecesOf = (map: Square) => [...uncutSquares(map)].map((square) => pieceOf(square, COMMA));
const hashesOf = (map: Square) => piecesOf(map).map(({ hash }) => hash.toString('hex'));

test(`a map is cut in the same way whatever was on it before (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const features = randomRows(COUNT, seed).map(toFeature);
  const map = newSquare();
  for (const feature of features) addTo(map, feature);
  piecesOf(map);
  const rest = features.filter((feature) => {
    const stays = random() < 0.1;
    if (!stays) takeFrom(map, feature);
    return stays;
  });
  expect(hashesOf(map)).toEqual(hashesOf(mapOf(rest.toReversed())));
  const again = features.filter((feature) => !rest.includes(feature));
  for (const feature of again) addTo(map, feature);
  expect(hashesOf(map)).toEqual(hashesOf(mapOf(features)));
});

test(`the order of its features does not depend on other features (seed ${seed})`, () => {
  const features = randomRows(COUNT, seed).map(toFeature);
  const inMap = (some: readonly Feature[]) =>
    piecesOf(mapOf(some)).flatMap((piece) => piece.features.map(({ id }) => id));
  const all = inMap(features);
  expect(all).toEqual(features.toSorted(inOrder).map(({ id }) => id));
  const some = inMap(features.filter((_, i) => i % 7 === 0));
  expect(all.filter((id) => some.includes(id))).toEqual(some);
});

test('no square has too many features, however many are in one spot', () => {
  const spot = { longitude: 2.35, latitude: 48.85 };
  const crowd = randomRows(3_000, seed).map(({ id }) => toFeature(newRow({ id, ...spot })));
  const pieces = piecesOf(mapOf(crowd));
  expect(pieces.flatMap(({ features }) => features)).toHaveLength(3_000);
  for (const { features } of pieces)
    expect(features.length).toBeLessThanOrEqual(FEATURES_PER_SQUARE);
});

test('a piece is the text of its features, and does not change when they do', () => {
  const features = randomRows(10, seed).map(toFeature);
  const map = mapOf(features);
  const [before] = piecesOf(map);
  const text = before?.text.toString();
  expect(JSON.parse(`[${text}]`)).toHaveLength(10);
  const [gone] = features;
  if (gone === undefined) throw new Error('there are ten');
  takeFrom(map, gone);
  expect(JSON.parse(`[${piecesOf(map)[0]?.text}]`)).toHaveLength(9);
  expect(before?.text.toString()).toBe(text);
});
