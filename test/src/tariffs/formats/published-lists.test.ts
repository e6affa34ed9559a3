import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { isForSale } from '../../../../src/tariffs/for-sale.ts';
import { readApdsRateTable } from '../../../../src/tariffs/formats/apds/read-apds-rate-table.ts';
import type { Reading } from '../../../../src/tariffs/formats/check-converted.ts';
import type { LeftOut } from '../../../../src/tariffs/formats/left-out.ts';
import { readOcpiTariff } from '../../../../src/tariffs/formats/ocpi/read-ocpi-tariff.ts';
import { writeOsmCharge } from '../../../../src/tariffs/formats/osm/write-osm-charge.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import type { Tariff, TariffPart } from '../../../../src/tariffs/tariff.ts';
import { PRICE_LISTS, placeOf, tariffOf } from '../published-lists.ts';
import { writeApds } from './apds/write-apds.ts';
import { isPostable, READING, tamed } from './draw-tariffs.ts';
import { writeOcpi } from './ocpi/write-ocpi.ts';
import { expectNoAmounts, readBack } from './osm/read-back.ts';
import { type UsualStay, usualStays } from './usual-stays.ts';

const LISTS_MIN = 40;

/** Tariffs that are written whole, and those whose other parts cost the same. */
type Count = { whole: number; partly: number };
type Format = {
  name: string;
  /** null: nothing is given out. */
  write: (tariff: Tariff, currency: string) => { value: object | null; leftOut: LeftOut[] };
  read: (value: never, reading: Reading) => Tariff | undefined;
  /** Whether parts that it can say are written without the others. */
  isPartly: boolean;
  /** How many at least of the lists as published, and of their variants. */
  published: Count;
  varied: Count;
};

const FORMATS: Format[] = [
  {
    name: 'OCPI',
    write: (tariff, currency) => {
      const { tariff: value, leftOut } = writeOcpi(tariff, currency);
      return { value, leftOut };
    },
    read: readOcpiTariff,
    isPartly: true,
    published: { whole: 8, partly: 7 },
    varied: { whole: 48, partly: 63 },
  },
  {
    name: 'APDS',
    write: (tariff, currency) => {
      const { rateTable: value, leftOut } = writeApds(tariff, currency);
      return { value, leftOut };
    },
    read: readApdsRateTable,
    isPartly: true,
    published: { whole: 17, partly: 13 },
    varied: { whole: 37, partly: 49 },
  },
  {
    name: 'OpenStreetMap',
    write: (tariff, currency) => {
      const { tags, leftOut } = writeOsmCharge(tariff, { currency });
      if (leftOut.length > 0) expectNoAmounts(tags);
      return { value: leftOut.length === 0 ? tags : null, leftOut };
    },
    read: (tags, { place }) => readBack(tags, place),
    isPartly: false,
    published: { whole: 7, partly: 0 },
    varied: { whole: 50, partly: 0 },
  },
];

const offers = PRICE_LISTS.map((list) => {
  const { name, currency } = list;
  const place = placeOf(list);
  const reading = { currency, place, from: READING.from };
  return { name, tariff: tariffOf(list), reading, stays: usualStays(place) };
});
type Offer = (typeof offers)[number];
const varied = offers.flatMap((offer) =>
  variantsOf(offer.tariff)
    .filter((tariff) => isPostable(tariff, offer.reading))
    .map((tariff) => ({ ...offer, tariff })),
);

test.each(FORMATS)(
  '$name: stays by a published price list that comes back cost the same, but for named parts',
  (format) => {
    expect(offers.length).toBeGreaterThanOrEqual(LISTS_MIN);
    expectAtLeast(comeBack(format, offers), format.published);
    expectAtLeast(comeBack(format, varied), format.varied);
  },
);

test('stays are tried on holidays, over changed clocks, and for all vehicles', () => {
  const starts = offers.map(({ stays }) => new Set(stays.map((stay) => stay.starts)).size);
  // Beside five usual times a holiday, and the evenings before two changes.
  expect(starts.filter((count) => count === 8).length).toBeGreaterThan(LISTS_MIN);
  for (const { stays } of offers)
    expect(new Set(stays.map(({ vehicleKind }) => vehicleKind)).size).toBe(7);
});

/**
 * Without most of what standards cannot say, then with one thing of that at a time: as published,
 * one often hides that another was not named.
 */
function variantsOf(tariff: Tariff): Tariff[] {
  const tame = tamed(tariff);
  const withOwn = (own: (part: TariffPart) => Partial<TariffPart>): Tariff => ({
    ...tame,
    parts: tame.parts.map((part, i) => ({ ...part, ...own(tariff.parts[i] ?? part) })),
  });
  const variants = [
    { ...tame, maxima: tariff.maxima },
    { ...tame, ...(tariff.otherwise && { otherwise: tariff.otherwise }) },
    { ...tame, ...(tame.free_minutes && { free_is_deducted: false }) },
    withOwn(({ max_minor: max }) => ({ ...(max !== undefined && { max_minor: max }) })),
    withOwn(({ flat_minor: flat }) => ({ ...(flat !== undefined && { flat_minor: flat }) })),
    withOwn(({ steps }) => ({ ...(steps && { steps }) })),
  ];
  return [tame, ...variants.filter((one) => !isDeepStrictEqual(one, tame))];
}

function expectAtLeast(count: Count, least: Count): void {
  expect(count.whole).toBeGreaterThanOrEqual(least.whole);
  expect(count.partly).toBeGreaterThanOrEqual(least.partly);
}

function comeBack(format: Format, some: readonly Offer[]): Count {
  const count = { whole: 0, partly: 0 };
  for (const offer of some) {
    const { value, leftOut } = format.write(offer.tariff, offer.reading.currency);
    expectNamed(format, offer, { value, leftOut });
    // What is left out of the whole tariff may change any price.
    if (value === null || leftOut.some(({ part }) => part === null)) continue;
    const read = format.read(JSON.parse(JSON.stringify(value)) as never, offer.reading);
    const compared = expectAlike(offer, read, leftOut);
    if (leftOut.length === 0) count.whole += 1;
    else if (compared > 0) count.partly += 1;
  }

  return count;
}

function expectNamed(
  { isPartly }: Format,
  { name, tariff }: Offer,
  { value, leftOut }: ReturnType<Format['write']>,
): void {
  const parts = tariff.parts.map((part) => part.name);
  const named = new Set(leftOut.map(({ part }) => part).filter((part) => part !== null));
  expect(parts, name).toEqual(expect.arrayContaining([...named]));
  expect(leftOut.filter(({ reason }) => reason === '')).toEqual([]);
  const isNothing = isPartly ? parts.every((part) => named.has(part)) : leftOut.length > 0;
  expect(value === null, name).toBe(isNothing);
}

/** How many stays are by none of the parts that are left out. */
function expectAlike(offer: Offer, read: Tariff | undefined, leftOut: readonly LeftOut[]): number {
  const { name, tariff, reading, stays } = offer;
  if (read === undefined) return expect.fail(`${name}: not read`);
  const price = (one: Tariff, { vehicleKind, ...window }: UsualStay) =>
    priceStay(one, window, { place: reading.place, vehicleKind });
  let compared = 0;
  for (const stay of stays) {
    const own = price(tariff, stay);
    const isLeftOut = own.lines.some(({ part }) => leftOut.some((one) => one.part === part));
    if (isLeftOut) continue;
    compared += 1;
    const other = price(read, stay);
    if (other.subtotalMinor !== own.subtotalMinor || isForSale(other) !== isForSale(own))
      expect.fail(JSON.stringify({ name, stay, own, other }));
  }
  return compared;
}
