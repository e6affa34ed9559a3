import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../src/kit/money.ts';
import { accessOf } from '../../../src/kit/osm/values/access.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import type { ApdsRateTable } from '../../../src/tariffs/formats/apds/apds-shape.ts';
import { writeApdsRateTable } from '../../../src/tariffs/formats/apds/write-apds-rate-table.ts';
import type { PlainRate } from '../../../src/tariffs/plain-rate.ts';
import { plainRateIn } from '../../../src/tariffs/posted-tariff.ts';
import type { Tariff } from '../../../src/tariffs/tariff.ts';
import { Instant } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { inWords, Version, Words } from './apds.ts';
import { priceWords } from './lot-words.ts';

const Duration = Type.String({ description: 'ISO 8601' });

const Line = named('ApdsRateLine', {
  rateLineType: Type.Literal('incrementingRate'),
  sequence: Type.Literal(1),
  incrementPeriod: Type.String({ description: 'ISO 8601: the step by which is billed' }),
  value: Type.Number({ minimum: 0, description: 'Currency units for each started step' }),
  description: Type.String(),
});

/** The posted rate or tariff of a lot as a RateTable of APDS 4. */
export const ApdsRateSchema = named('ApdsRate', {
  id: LotId('The id of the place, which has one rate'),
  version: Version,
  rateTableName: Words,
  rateType: Type.Enum(['hourly', 'daily']),
  validityStart: Instant,
  activeTimes: Type.Array(Duration),
  availability: Type.Optional(
    Type.Enum(['public', 'restricted', 'private'], {
      description: 'Who may park; missing where nobody said',
    }),
  ),
  rateLineCollections: Type.Array(
    named('ApdsRateLineCollection', {
      applicableCurrency: Type.String({ description: 'ISO 4217' }),
      collectionSequence: Type.Literal(1),
      minTime: Duration,
      maxTime: Duration,
      minValueCollection: Type.Optional(
        Type.Number({ minimum: 0, description: 'Least that a stay costs, currency units' }),
      ),
      maxValueCollection: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'Most that it costs until resetTime, currency units',
        }),
      ),
      relativeTimes: Type.Literal(true),
      resetTime: Type.String({ description: 'ISO 8601: the rate starts again after this time' }),
      taxIncluded: Type.Literal(true),
      validStart: Instant,
      rateLines: Type.Array(Line),
    }),
  ),
  additionalInformation: Type.String({ description: 'Address of the lot in this service' }),
});

type Rate = Static<typeof ApdsRateSchema>;

const DAY = 'P1D';
const AVAILABILITY = { public: 'public', customers: 'restricted', permit: 'private' } as const;

/** Lots that post a rate, or a tariff that one line of the standard says: readers know no other. */
export const apdsRates = (baseUrl: string): LotWriter => ({
  textOf(lot) {
    if (lot.tariff === null) return null;
    const plain = plainRateIn(lot.tariff);
    const rate = plain ? toRate(lot, plain, baseUrl) : tariffRate(lot, lot.tariff, baseUrl);
    return rate && JSON.stringify(rate);
  },
});

function tariffRate(lot: FeedLot, tariff: Tariff, baseUrl: string): Rate | null {
  const { currency, lotId: id, updatedAt: validFrom, name } = lot;
  const group = accessOf(lot.features);
  const { rateTable, leftOut } = writeApdsRateTable(tariff, {
    ...{ id, currency, validFrom, version: validFrom.getTime(), name },
    ...(group !== undefined && { availability: AVAILABILITY[group] }),
  });
  if (rateTable === null || leftOut.length > 0 || !isOneLine(rateTable)) return null;
  const words = priceWords(lot) ?? '';
  const collections = rateTable.rateLineCollections.map((collection) => ({
    ...collection,
    rateLines: collection.rateLines.map((line) => ({ ...line, description: words })),
  }));
  // What it writes is of these types: the schema of requests is wider.
  return {
    ...rateTable,
    rateTableName: inWords(name),
    rateLineCollections: collections,
    additionalInformation: addressOf(lot, baseUrl),
  } as Rate;
}

function isOneLine({ rateType, rateLineCollections }: ApdsRateTable): boolean {
  const [line, ...others] = rateLineCollections.flatMap(({ rateLines }) => rateLines);
  const isStepped = line?.rateLineType === 'incrementingRate' && line.durationEnd === undefined;
  return rateType !== undefined && isStepped && others.length === 0;
}

const addressOf = ({ lotId }: FeedLot, baseUrl: string) => `${baseUrl}/api/v1/lots/${lotId}`;

function toRate(lot: FeedLot, plain: PlainRate, baseUrl: string): Rate {
  const { currency } = lot;
  const { maxDailyMinor: maxMinor, rateUnit: unit } = plain;
  const group = accessOf(lot.features);
  const since = lot.updatedAt.toISOString();
  return {
    id: lot.lotId,
    version: lot.updatedAt.getTime(),
    rateTableName: inWords(lot.name),
    rateType: unit === 'hour' ? 'hourly' : 'daily',
    validityStart: since,
    activeTimes: [DAY],
    ...(group !== undefined && { availability: AVAILABILITY[group] }),
    rateLineCollections: [
      {
        applicableCurrency: currency.toUpperCase(),
        collectionSequence: 1,
        minTime: 'PT0S',
        maxTime: DAY,
        ...(maxMinor !== null && { maxValueCollection: fromMinor(maxMinor, currency) }),
        relativeTimes: true,
        resetTime: DAY,
        taxIncluded: true,
        validStart: since,
        rateLines: [lineOf(lot, plain)],
      },
    ],
    additionalInformation: addressOf(lot, baseUrl),
  };
}

function lineOf(lot: FeedLot, plain: PlainRate): Static<typeof Line> {
  const { rateMinor, rateUnit, billingStepMinutes } = plain;
  const isHourly = rateUnit === 'hour';
  const stepMinutes = isHourly ? billingStepMinutes : minutesInDay;
  const rate = fromMinor(rateMinor, lot.currency);
  return {
    rateLineType: 'incrementingRate',
    sequence: 1,
    incrementPeriod: stepMinutes === minutesInDay ? DAY : `PT${stepMinutes}M`,
    value: isHourly ? (rate * stepMinutes) / minutesInHour : rate,
    description: priceWords(lot) ?? '',
  };
}
