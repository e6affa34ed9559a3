import { badField } from '../../../kit/errors.ts';
import { readText } from '../osm/tags.ts';

/** Long enough for every identifier of https://spdx.org/licenses. */
export const LICENSE_LENGTH_MAX = 60;
const SPDX_ID = /^[A-Za-z0-9][A-Za-z0-9.+-]*$/;

/**
 * An identifier of the SPDX list, or a LicenseRef of the operator's own; null: not said. Errors:
 * BAD_REQUEST naming data_license.
 */
export function readLicense(value: string | null): string | null {
  const license = readText({ data_license: value }, 'data_license', LICENSE_LENGTH_MAX) ?? null;
  if (license !== null && !SPDX_ID.test(license))
    throw badField('data_license', 'must be an SPDX identifier such as ODbL-1.0 or CC0-1.0');
  return license;
}
