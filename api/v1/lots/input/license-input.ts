import { Type } from 'typebox';
import { LICENSE_LENGTH_MAX } from '../../../../src/parking/lots/write/data-license.ts';
import { nullable } from '../../../fields/field-types.ts';

/** What others may do with the data of a lot. */
export const LicenseInput = {
  data_license: Type.Optional(
    nullable(
      Type.String({
        maxLength: LICENSE_LENGTH_MAX,
        description: "Licence of the lot's data, an SPDX identifier such as ODbL-1.0",
      }),
    ),
  ),
  is_osm_export_allowed: Type.Optional(
    Type.Boolean({
      description: 'Whether the data may be put into OpenStreetMap, under its licence; default no',
    }),
  ),
};
