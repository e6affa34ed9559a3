import type { AvailabilityShown } from '../../../parking/lots/availability-shown.ts';

/** What an operator says about all lots of a file. */
export type FileSettings = {
  operatorName: string;
  /** undefined: nothing is said, so stored lots keep theirs. */
  dataLicense: string | null | undefined;
  isOsmExportAllowed: boolean | undefined;
  availabilityShown: AvailabilityShown | undefined;
  reportsInformOnly: boolean | undefined;
};

/** What is said, as columns of each lot. */
export function saidOfAll({
  dataLicense,
  isOsmExportAllowed,
  availabilityShown,
  reportsInformOnly,
}: FileSettings): Record<string, unknown> {
  return {
    ...(dataLicense !== undefined && { dataLicense }),
    ...(isOsmExportAllowed !== undefined && { isOsmExportAllowed }),
    ...(availabilityShown !== undefined && { availabilityShown }),
    ...(reportsInformOnly !== undefined && { reportsInformOnly }),
  };
}
