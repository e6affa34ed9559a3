import { expect, test } from 'vitest';
import { isCurrency } from '../../../../../src/kit/money.ts';
import { currencyOf } from '../../../../../src/parking/lots/place/country-currency.ts';
import { openPlaces } from '../../../../../src/parking/lots/place/place.ts';

test.each([
  [43.65, -79.38, 'America/Toronto', 'CA'],
  [41.2, -99.6, 'America/Chicago', 'US'],
  [36, -110.5, 'America/Phoenix', 'US'],
  [22.57, 88.36, 'Asia/Kolkata', 'IN'],
  [50.45, 30.52, 'Europe/Kyiv', 'UA'],
  [-34.6, -58.38, 'America/Argentina/Buenos_Aires', 'AR'],
  [-54.8, -68.3, 'America/Argentina/Ushuaia', 'AR'],
  [64.13, -21.9, 'Atlantic/Reykjavik', 'IS'],
  [5.41, 100.33, 'Asia/Kuala_Lumpur', 'MY'],
  [47.14, 9.52, 'Europe/Vaduz', 'LI'],
  [55.75, 37.62, 'Europe/Moscow', 'RU'],
  [0, -30, 'Etc/GMT+2', null],
])('%f, %f is in %s, %s', async (latitude, longitude, timezone, country) => {
  const placeOf = await openPlaces();
  expect(placeOf(latitude, longitude)).toEqual({ timezone, country });
});

test('every country with a time zone except Antarctica has a currency that this runtime knows', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const regions = letters
    .flatMap((first) => letters.map((second) => new Intl.Locale(`und-${first}${second}`)))
    .filter((locale) => (locale.getTimeZones() ?? []).length > 0)
    .map((locale) => locale.region ?? '');
  const without = regions.filter((region) => !isCurrency(currencyOf(region) ?? ''));
  expect(new Set(without)).toEqual(new Set(['AQ']));
  expect(['DE', 'CH', 'DK', 'CA', 'US', 'JP', 'BG'].map(currencyOf)).toEqual([
    'eur',
    'chf',
    'dkk',
    'cad',
    'usd',
    'jpy',
    'eur',
  ]);
});
