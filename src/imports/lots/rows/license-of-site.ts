import { readLicense } from '../../../parking/lots/fields/data-license.ts';
import type { FileFeature } from '../features/file-feature.ts';
import type { Dialect } from '../formats/dialect.ts';

const LICENSE_TAG = 'license:';

/** The licence of a site of ParkAPI 3, as this service writes it; null: not stated. */
export function licenseOfSite(
  { properties: { tags } }: FileFeature,
  { name }: Dialect,
): string | null {
  const stated = name === 'parkapi_v3' && Array.isArray(tags) ? tags.map(String) : [];
  const tag = stated.find((one) => one.startsWith(LICENSE_TAG));
  return tag === undefined ? null : readLicense(tag.slice(LICENSE_TAG.length));
}
