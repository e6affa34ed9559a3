import type { AvailabilityShown } from '../../../parking/lots/availability-shown.ts';
import type { RowColumns } from '../../../parking/lots/write/lot-row.ts';

/** What an operator says about all lots of a file. */
export type FileSettings = {
  operatorName: string;
  /** By the database's clock. */
  now: Date;
  /** undefined, here and below: nothing is stated, so stored lots keep theirs. */
  dataLicense?: string | null | undefined;
  isOsmExportAllowed?: boolean | undefined;
  availabilityShown?: AvailabilityShown | undefined;
  reportsInformOnly?: boolean | undefined;
};

/** What is stated, as columns of each lot. */
export function statedForAll({
  operatorName: _,
  now: _now,
  ...settings
}: FileSettings): RowColumns {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
