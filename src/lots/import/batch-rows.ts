import type { FieldProblem } from '../../errors.ts';
import { isObject } from '../../is-object.ts';
import type { LotDetails } from '../lot-details.ts';
import { readLotOfMany } from '../write/new-lot.ts';
import type { Batch } from '../write/write-batch.ts';
import type { LotRefusal } from '../write/write-lots.ts';
import { checkCrs, featureName, toRawFeatures } from './feature-collection.ts';
import { detectDialect, FEATURE_REFUSALS, isCityFeature, readLotRow } from './read-lot-row.ts';
import { rowName } from './row-name.ts';

type Rows = Omit<Batch, 'isAllOrNothing'>;

const DETAILS_REFUSALS: Readonly<Record<LotRefusal, FieldProblem>> = {
  spaces_in_use: { field: 'total_spaces', reason: 'is less than the number of spaces in use now' },
  currency_in_use: {
    field: 'currency',
    reason: 'is not the one of what is posted or to come',
  },
};

/** Lots as their operator describes them; `toDetails` checks a raw value and throws BAD_REQUEST. */
export function rowsOfDetails(
  sent: readonly unknown[],
  toDetails: (value: unknown) => LotDetails,
): Rows {
  return {
    refusals: DETAILS_REFUSALS,
    openingHours: sent.map((value) => (isObject(value) ? value.opening_hours : undefined)),
    *rows() {
      for (const [i, value] of sent.entries())
        yield {
          row: i + 1,
          name: isObject(value) ? rowName(value.name, value.ref) : null,
          read: (reading) => readLotOfMany(toDetails(value), reading),
        };
    },
  };
}

/**
 * The features of a GeoJSON FeatureCollection, read as by `import lots`. Errors: BAD_REQUEST when
 * the city named in a ParkAPI file has no position, and naming `crs` when it is not WGS 84.
 */
export function rowsOfFeatures(sent: { features: readonly unknown[]; crs?: unknown }): Rows {
  checkCrs(sent.crs, 'crs');
  const features = toRawFeatures(sent.features);
  const dialect = detectDialect(features);
  return {
    refusals: FEATURE_REFUSALS,
    openingHours: features.map(({ properties }) => properties.opening_hours),
    *rows() {
      for (const [i, feature] of features.entries())
        if (dialect.name !== 'parkapi' || !isCityFeature(feature))
          yield {
            row: i + 1,
            name: featureName(feature),
            read: (reading) => readLotRow(feature, dialect, reading),
          };
    },
  };
}
