import { badFields, badFieldsIn } from '../../kit/errors.ts';
import { readTariff } from '../input/read-tariff.ts';
import { showTariff } from '../input/show-tariff.ts';
import { tariffInFile } from '../input/tariff-in-file.ts';
import type { LotPlace } from '../price/lot-clock.ts';
import type { Tariff } from '../tariff.ts';

/** What an object of a standard is read for. */
export type Reading = {
  /** The only one that prices there may be in. */
  currency: string;
  place: LotPlace;
  /** From when on it is to hold. */
  from: Date;
};

/**
 * The tariff, if a request could post it. Errors: BAD_REQUEST naming what `fieldOf` makes of the
 * members of the tariff, such as `['parts', '0', 'when']`.
 */
export function checkConverted(
  tariff: Tariff,
  { currency, place }: Reading,
  fieldOf: (path: readonly string[]) => string,
): Tariff {
  try {
    return readTariff(tariffInFile(showTariff(tariff, currency)), currency, place);
  } catch (error) {
    const problems = badFieldsIn(error).map(({ field, reason }) => ({
      field: fieldOf(field.split('.').slice(1)),
      reason: `${reason}, as ${field}`,
    }));
    throw badFields(problems);
  }
}
