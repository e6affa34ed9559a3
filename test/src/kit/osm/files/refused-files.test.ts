import { expect, test } from 'vitest';
import { openStranger, shownEntries } from './opened.ts';

test.each([
  ['empty.osm', 'is empty'],
  ['overpass-busy.osm', 'is a web page: servers send one instead of a map when they are busy'],
  [
    'overpass-timeout.osm',
    'line 7 says that its data is incomplete: runtime error: Query run out of memory using about ' +
      '2048 MB of RAM.',
  ],
  [
    'overpass-timeout.json',
    'says that its data is incomplete: runtime error: Query timed out in "query" at line 3 after ' +
      '26 seconds.',
  ],
  ['cut-off.osm', 'line 4 is not XML: unclosed tag: node'],
  ['two-files-in-one.osm', /^line 5 is not XML: an XML declaration must be at the start/],
  ['billion-laughs.osm', 'line 13 has a document type (DOCTYPE), which no map file has'],
  ['external-entity.osm', 'line 2 has a document type (DOCTYPE), which no map file has'],
  ['unknown-entity.osm', 'line 3 is not XML: undefined entity.'],
  ['nul.osm', 'line 3 is not XML: disallowed character.'],
  ['latin1.osm', 'line 4 is not UTF-8 text'],
  ['declared-latin1.osm', 'line 1 is in ISO-8859-1: save the file as UTF-8'],
  ['utf16.osm', 'is UTF-16 text: save it as UTF-8'],
  ['changes.osc', 'line 2 begins a list of changes (osmChange), which is not a map'],
  ['track.gpx', 'line 2 begins <gpx>, not <osm>: it is no OpenStreetMap file'],
  ['sheet.csv', 'is neither GeoJSON nor OpenStreetMap data (.osm, .osm.pbf, Overpass)'],
  ['packed.zip', 'is a ZIP archive: unpack it first'],
  ['osmium.osm.bz2', 'is packed with bzip2: unpack it first'],
  ['cut-off.osm.gz', 'is damaged gzip: unexpected end of file'],
  ['damaged.osm.gz', /^is damaged gzip: /],
  ['no-pbf.osm.pbf', /^is neither GeoJSON nor OpenStreetMap data/],
  ['cut-off-header.osm.pbf', 'ends within what begins at byte 4: it is cut off'],
  ['cut-off.osm.pbf', 'ends within what begins at byte 313: it is cut off'],
  ['damaged.osm.pbf', 'the block at byte 66 cannot be read: it cannot be unpacked'],
  [
    'lz4.osm.pbf',
    'the block at byte 0 cannot be read: it is packed as LZ4: save the file with zlib',
  ],
  ['history.osh.pbf', 'has the history of its elements: extract one point in time first'],
])('%s is refused with its reason', async (name, reason) => {
  await expect(openStranger(name)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [
      {
        field: 'file',
        reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
      },
    ],
  });
});

test('an element that cannot be used is named with its line, and all others come in', async () => {
  const { entries } = await openStranger('faulty.osm');
  expect(shownEntries(entries)).toEqual([
    'line 7: node/50 geometry: latitude "91" is not a number from -90 to 90',
    'line 8: node/51 geometry: longitude "NaN" is not a number from -180 to 180',
    'line 9: node/52 geometry: latitude "1e400" is not a number from -90 to 90',
    'line 10: node/53 geometry: has no latitude or no longitude',
    'line 11: node/? id: is "abc", which is not the number of an element',
    'line 12: node/? id: is "9007199254740993", which is not the number of an element',
    'line 13: node/54 tags: has the tag "name" of 10000 characters; 2000 fit',
    'line 14: node/55 tags: has the tag "fee" twice',
    'line 15: node/56 tags: has the tag "name" without a text',
    'node/57 Point',
    'line 17: node/57 id: is in the file twice: only the first is taken',
    'line 21: way/60 geometry: is a line, not an area: close the way, or map a point',
    'line 22: way/61 geometry: node/58 is not at a place on the map',
    'line 23: way/62 geometry: is an outline of 2 nodes',
    'line 24: way/63 geometry: has no nodes: extract the file with all that it refers to',
    'line 25: way/64 geometry: has a node "x"',
    'line 26: way/65 geometry: is a line, not an area: close the way, or map a point',
    'line 27: way/66 geometry: node/59 is in the file twice, at two places',
    'line 30: relation/70 geometry: has an outline that ends at (24.941,60.171): it is not closed',
    'line 31: relation/71 geometry: has relation/72 as a member: an outline is made of ways',
    'line 32: relation/72 geometry: has relation/71 as a member: an outline is made of ways',
    'line 33: relation/73 geometry: has relation/73 as a member: an outline is made of ways',
    'line 34: relation/74 geometry: is a relation of the type "site", which has no outline: give ' +
      'the tags to its area, or make it a multipolygon',
    'line 35: relation/75 geometry: has way/68 in the role "outter"',
    'line 36: relation/76 geometry: has a hole (inner) that lies in no outline (outer)',
    'line 37: relation/77 geometry: has no way as a member: extract the file with all that it ' +
      'refers to',
    'line 38: relation/78 geometry: is a relation of the type "", which has no outline: give the ' +
      'tags to its area, or make it a multipolygon',
    'line 39: relation/79 geometry: has way/68 in two roles',
    'node/80 Point',
  ]);
});
