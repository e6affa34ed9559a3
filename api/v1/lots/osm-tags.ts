import { type Static, Type } from 'typebox';
import { editorLinks } from '../../../src/kit/osm/export/editor-links.ts';
import { isOwnText } from '../../../src/kit/osm/export/own-names.ts';
import { productTagsOf } from '../../../src/kit/osm/export/tags-of.ts';
import { uploadTagsOf } from '../../../src/kit/osm/export/upload-tags.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { attributionOf } from '../../../src/parking/lots/attribution.ts';
import { findOsmLot } from '../../../src/parking/lots/osm/find-osm-lot.ts';
import { ownerOf } from '../../../src/parking/lots/own-lots.ts';
import { FEED_HEADERS, feedResponses } from '../../feeds/feed-operation.ts';
import { replyWithJson } from '../../feeds/feed-reply.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { LotId } from '../../fields/ids.ts';
import { LotSchema } from '../../fields/lot-shape.ts';
import { defineOperation } from '../../operation.ts';
import { LeftOutShape } from './rates/left-out-shape.ts';

const Text = Type.String();
const { osm_id, data_license, attribution, is_osm_export_allowed } = LotSchema.properties;

const OsmTags = named('OsmTags', {
  lot_id: LotId(),
  tags: Type.Record(Text, Text, {
    description:
      "OpenStreetMap keys, and this product's own names, which OpenStreetMap does not know: " +
      'parking:rate (as charge), parking:type (as parking), charge:max, capacity:autonomous',
  }),
  upload_tags: nullable(
    Type.Record(Text, Text, {
      description:
        "tags without the product's own names and left_out; null: the operator does not allow it",
    }),
  ),
  left_out: Type.Array(Text, {
    description: 'Keys that OpenStreetMap cannot take: over 255 characters, or not in XML',
  }),
  tariff_left_out: Type.Array(LeftOutShape, {
    description: 'What tags cannot say of the tariff. If there is anything, they name no amounts',
  }),
  osm_id,
  data_license,
  attribution,
  is_osm_export_allowed,
  links: named('EditorLinks', {
    josm: Type.String({ description: 'Loads the area in JOSM, by its remote control' }),
    josm_tags: nullable(
      Type.String({
        description:
          'After josm: adds the node, or the tags to the object that exists. Without tags that ' +
          'contain | or a line break. null: the operator does not allow it',
      }),
    ),
    id: Type.String({ description: 'Opens iD at the lot' }),
  }),
});

export const getLotOsmTagsOperation = defineOperation({
  operationId: 'getLotOsmTags',
  method: 'get',
  path: '/api/v1/lots/{lot_id}/osm-tags',
  summary: 'One parking lot as OpenStreetMap tags',
  description:
    'With links that open it in the editors JOSM and iD. charge is the posted base rate, never a ' +
    'dynamic price. Left out: an estimated capacity, a made-up name, and, for all others than ' +
    'the operator, unless it allows them, ref, note, fixme and source. ' +
    'This service uploads nothing.',
  tags: ['lots'],
  auth: 'public',
  budgets: ['read'],
  params: LOT_PARAMS,
  headers: FEED_HEADERS,
  responses: feedResponses('The tags', 'application/json', OsmTags),
  errors: ['NOT_FOUND'],
  async handler({ params, headers, caller, livemode }, { db }) {
    const lot = await findOsmLot(db, params.lot_id, livemode, ownerOf(caller));
    const isShown = (key: string) => lot.isOwn || lot.isOsmExportAllowed || !isOwnText(key);
    const tags = Object.entries(productTagsOf(lot)).filter(([key]) => isShown(key));
    const upload = uploadTagsOf(lot);
    const uploadTags = lot.isOsmExportAllowed ? upload.tags : null;
    const shown: Static<typeof OsmTags> = {
      lot_id: lot.lotId,
      tags: Object.fromEntries(tags),
      upload_tags: uploadTags,
      left_out: upload.left_out.filter(isShown),
      tariff_left_out: lot.tariffLeftOut,
      osm_id: lot.osmId,
      data_license: lot.dataLicense,
      attribution: attributionOf(lot),
      is_osm_export_allowed: lot.isOsmExportAllowed,
      links: editorLinks(lot, uploadTags),
    };
    return replyWithJson(JSON.stringify(shown), headers);
  },
});
