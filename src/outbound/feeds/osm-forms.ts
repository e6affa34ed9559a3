import { PRODUCT_KEYS } from '../../kit/osm/export/tags-of.ts';
import { OSM_ATTRIBUTION } from '../../parking/lots/attribution.ts';
import type { FeedForm } from './feed-form.ts';

export const OSM_FORMATS = ['osm', 'osc', 'geojson'] as const;
export type OsmFormat = (typeof OSM_FORMATS)[number];

/** What a person who opens a file must know, in the file itself. */
const COMMENT =
  'For a person who checks lot by lot, not for upload as a whole: ' +
  'see https://wiki.openstreetmap.org/wiki/Import/Guidelines. ' +
  'The operators of these lots allow that their data is put into OpenStreetMap. ' +
  `${OSM_ATTRIBUTION}, for lots that came from there. ` +
  'A charge is the posted base rate. ' +
  `Left out: ${PRODUCT_KEYS.join(', ')}, which are names of this product only, ` +
  'and tags that OpenStreetMap cannot take.';

const LICENSE = 'https://opendatacommons.org/licenses/odbl/1-0/';
const SOURCE =
  'generator="Hexlot" copyright="The operators of the lots, and OpenStreetMap contributors" ' +
  `attribution="https://www.openstreetmap.org/copyright" license="${LICENSE}"`;
const XML_START = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XML_COMMENT = `<!-- ${COMMENT} -->\n`;

/** The files in which lots are given to people who work on OpenStreetMap. */
export const OSM_FORMS: Readonly<Record<OsmFormat, FeedForm>> = {
  /** `upload="false"`: JOSM asks before it uploads any of it. */
  osm: {
    contentType: 'application/vnd.openstreetmap.data+xml',
    separator: '\n',
    frame: () => ({
      opening: `${XML_START}<osm version="0.6" upload="false" ${SOURCE}>\n${XML_COMMENT}`,
      closing: '\n</osm>\n',
    }),
  },
  osc: {
    contentType: 'application/xml',
    separator: '\n',
    frame: () => ({
      opening: `${XML_START}<osmChange version="0.6" ${SOURCE}>\n${XML_COMMENT}<create>\n`,
      closing: '\n</create>\n</osmChange>\n',
    }),
  },
  geojson: {
    contentType: 'application/geo+json',
    separator: ',',
    frame: () => ({
      opening:
        `{"type":"FeatureCollection","generator":"Hexlot","license":"${LICENSE}",` +
        `"comment":${JSON.stringify(COMMENT)},"features":[`,
      closing: ']}',
    }),
  },
};
