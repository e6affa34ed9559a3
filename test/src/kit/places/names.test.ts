import { expect, test } from 'vitest';
import { greatCircleMetres, type LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { openGazetteer } from '../../../../src/kit/places/gazetteer.ts';

const NEAR_M = 15_000;

/** From public maps, not from the table under test. */
const MUNICH = { lat: 48.1351, lng: 11.582 };
const VIENNA = { lat: 48.2082, lng: 16.3738 };
const PRAGUE = { lat: 50.0755, lng: 14.4378 };
const COLOGNE = { lat: 50.9375, lng: 6.9603 };
const GENEVA = { lat: 46.2044, lng: 6.1432 };
const NEW_YORK = { lat: 40.7128, lng: -74.006 };
const BROOKLYN = { lat: 40.65, lng: -73.95 };
const KREUZBERG = { lat: 52.4987, lng: 13.403 };
const PORTLAND = { lat: 45.5152, lng: -122.6784 };

/** What strangers write, and where they mean; null: nothing that the gazetteer can know. */
const WRITTEN: readonly (readonly [text: string, meant: LatLng | null])[] = [
  ['München', MUNICH],
  ['munchen', MUNICH],
  ['MUENCHEN', MUNICH],
  ['Munich, Germany', MUNICH],
  ['München, Deutschland', MUNICH],
  ['Monaco di Baviera', MUNICH],
  ['Мюнхен', MUNICH],
  ['Wien', VIENNA],
  ['wien, österreich', VIENNA],
  ['Vienne, Autriche', null],
  ['Praha', PRAGUE],
  ['Prag', PRAGUE],
  ['Cologne', COLOGNE],
  ['Koeln', COLOGNE],
  ['Geneva', GENEVA],
  ['Genève', GENEVA],
  ['Genf', GENEVA],
  ['Genf, Schweiz', GENEVA],
  ['NYC', NEW_YORK],
  ['nyc, ny', NEW_YORK],
  ['New York City', NEW_YORK],
  ['Nueva York', NEW_YORK],
  ['Brooklyn', BROOKLYN],
  ['brooklyn, ny', BROOKLYN],
  ['Brooklyn, New York City', BROOKLYN],
  ['Kreuzberg', KREUZBERG],
  ['Berlin-Kreuzberg', KREUZBERG],
  ['Kreuzberg, Berlin', KREUZBERG],
  ['Portland, OR', PORTLAND],
  ['portland oregon', PORTLAND],
  ['Zuerich', { lat: 47.3769, lng: 8.5417 }],
  ['Aarhus', { lat: 56.1629, lng: 10.2039 }],
  ['Koebenhavn', { lat: 55.6761, lng: 12.5683 }],
  ['Milano', { lat: 45.4642, lng: 9.19 }],
  ['Roma', { lat: 41.9028, lng: 12.4964 }],
  ['北京', { lat: 39.9042, lng: 116.4074 }],
  ['東京', { lat: 35.6762, lng: 139.6503 }],
  ['Москва', { lat: 55.7558, lng: 37.6173 }],
  ['Αθήνα', { lat: 37.9838, lng: 23.7275 }],
  // A name that a town has as its own is not another town's: Chittagong, Guangzhou, Munich.
  ['Islamabad', { lat: 33.6844, lng: 73.0479 }],
  ['Canton, Ohio', { lat: 40.7989, lng: -81.3784 }],
  ['Monaco', { lat: 43.7384, lng: 7.4246 }],
  // Misspelt, codes, words, and places elsewhere than said.
  ['Muinch', null],
  ['Berlni', null],
  ['MUC', null],
  ['JFK', null],
  ['Market', null],
  ['Name', null],
  ['from', null],
  ['Kreuzberg, Paris', null],
  ['München, France', null],
  ['Portland, Germany', null],
  ['92101', null],
];

test('a town is found by all its names, and nothing else is found by any of them', async () => {
  const gazetteer = openGazetteer();
  const wrong: string[] = [];
  const refused: string[] = [];
  for (const [text, meant] of WRITTEN) {
    const { places, isPartial } = await gazetteer.geocode(text, 1);
    const [place] = isPartial ? [] : places;
    const isMeant = meant !== null && place && greatCircleMetres(place, meant) <= NEAR_M;
    if (place !== undefined && !isMeant) wrong.push(`${text}: ${place.label}`);
    if (place === undefined && meant !== null) refused.push(text);
  }
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
});
