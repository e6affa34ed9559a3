import { badField } from '../../../kit/errors.ts';
import { cellAt } from '../../../kit/geo/cells.ts';
import type { LatLng } from '../../../kit/geo/great-circle.ts';
import type { HoursReader } from '../../../kit/hours/read-hours.ts';
import { readAll } from '../../../kit/read-all.ts';
import { counted } from '../../../kit/text/counted.ts';
import { camelCase } from '../../../stores/row-names.ts';
import type { LotField, ReadContext } from '../fields/lot-field.ts';
import { LOT_FIELDS } from '../fields/lot-fields.ts';
import type { DefaultedOf } from '../fields/select-fields.ts';
import type { SpaceColumns } from '../fields/space-fields.ts';
import type { LotColumns } from '../lot-columns.ts';
import type { LotChanges, LotDetails } from '../lot-details.ts';
import type { Place } from '../place/place.ts';

/** Details that each decide their own columns, whatever the other details are. */
type PlainDetails = Omit<LotChanges, 'lat' | 'lng' | 'access'>;

const FIELDS: readonly (readonly [string, LotField])[] = Object.entries(LOT_FIELDS);

/** Details that are read together with others. */
const READ_ELSEWHERE = new Set(['lat', 'lng', 'access']);

/** The columns that these details decide. Errors: BAD_REQUEST naming all details that are wrong. */
export function readDetails(details: PlainDetails, readHours: HoursReader): Partial<LotColumns> {
  const readers: Record<string, () => object> = {};
  for (const [name, field] of FIELDS) {
    const value: unknown = details[name as keyof PlainDetails];
    if (value === undefined || field.isRate || READ_ELSEWHERE.has(name)) continue;
    readers[name] = () => readField(field, value, { name, readHours });
  }
  return Object.assign({}, ...Object.values(readAll(readers)));
}

function readField(field: LotField, value: unknown, context: ReadContext): object {
  // Each field reads its own detail's value; the compiler cannot follow this through a union.
  const read = field.read as ((value: unknown, context: ReadContext) => unknown) | undefined;
  const stored = read === undefined ? value : read(value, context);
  return field.columns === undefined ? { [camelCase(context.name)]: stored } : Object(stored);
}

type Defaulted = (DefaultedOf<typeof LOT_FIELDS> & keyof LotColumns) | 'osmTags';

/** What a new lot has in the columns that nothing is stated of. */
export const DEFAULTS: Pick<LotColumns, Defaulted> = Object.assign(
  { osmTags: {} },
  ...FIELDS.map(([name, { columns, initial }]) =>
    columns === undefined && initial !== undefined ? { [camelCase(name)]: initial } : initial,
  ),
);

/** The columns of a row of many that a lot keeps, because the row does not state them. */
export function keptColumns(details: LotDetails, readHours: HoursReader): ReadonlySet<string> {
  const { base_rate, tariff, currency } = details;
  const kept = FIELDS.flatMap(([name, field]) => {
    const columns = field.columns ?? [camelCase(name)];
    if (field.isRate) return (base_rate ?? tariff) === undefined ? columns : [];
    if (!field.isKept) return [];
    const value: unknown = details[name as keyof LotDetails];
    if (value === undefined) return columns;
    if (field.columns === undefined || field.read === undefined) return [];
    const stated = readField(field, value, { name, readHours });
    return columns.filter((column) => !(column in stated));
  });
  const keeps = new Set(['slug', 'rateId', ...kept]);
  if (currency !== undefined) keeps.delete('currency');
  return keeps;
}

/** The place of a lot as columns of its row; `point` is rounded. */
export function placeColumns({ lat, lng }: LatLng, place: Place) {
  // Text, because JSON numbers cannot hold it.
  const cell = String(cellAt(lat, lng));
  return { latitude: lat, longitude: lng, cell, timezone: place.timezone };
}

/** No kind may have more spaces than the lot. Errors: BAD_REQUEST naming the kind. */
export function checkSpaces(lot: SpaceColumns): void {
  const { totalSpaces: total } = lot;
  if (total === null) return;
  for (const kind of ['ev', 'accessible', 'av'] as const)
    if (lot[`${kind}Spaces`] > total)
      throw badField(`spaces.${kind}`, `must be at most the ${counted(total, 'space')} of the lot`);
}
