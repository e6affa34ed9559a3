import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openText, shownEntries } from '../../src/kit/osm/files/opened.ts';
import {
  blob,
  block,
  bytesField,
  HEADER,
  numberField,
  packed,
  texts,
  varint,
} from '../../src/kit/osm/files/pbf-file.ts';

const MIB = 1024 * 1024;
const PARKING = '<tag k="amenity" v="parking"/>';
const MULTIPOLYGON = '<tag k="type" v="multipolygon"/>';
const WORDS = texts('amenity', 'parking', 'type', 'multipolygon');
/** In a block with WORDS: `amenity=parking`, `type=multipolygon`. */
const TAGS = [bytesField(2, Buffer.of(1, 3)), bytesField(3, Buffer.of(2, 4))];

/** The same text again and again, a mebibyte at a time. */
function* endless(text: string, mebibytes: number) {
  const part = text.repeat(MIB / text.length);
  for (let i = 0; i < mebibytes; i += 1) yield part;
}

const refusal = (reason: string | RegExp) => ({
  code: 'BAD_REQUEST',
  details: [
    { field: 'file', reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
  ],
});

const TOO_LONG = 'line 1 is followed by 1048576 characters without a tag';

test.each([
  ['a value without an end', '<osm><node id="', 'a', TOO_LONG],
  ['blanks without an end', '<osm>', ' ', TOO_LONG],
  ['a comment without an end', '<osm><!--', 'x', TOO_LONG],
  ['a document type without an end', '<!DOCTYPE osm [', '<!-- ab -->', TOO_LONG],
  ['an entity without an end', '<osm><node id="&', 'a', TOO_LONG],
  ['tags within tags', '<osm>', '<a>', 'line 1 is 8 tags deep'],
  ['lists within lists', '{"elements":', '[', 'is more than 64 levels deep'],
  ['millions of empty objects', '[', '{},', 'has more than 25000000 lists and objects'],
])('%s: refused before the memory is full', async (_what, start, again, reason) => {
  const chunks = function* () {
    yield start;
    yield* endless(again, 200);
  };
  const before = process.memoryUsage.rss();
  await expect(openText(chunks)).rejects.toMatchObject(refusal(reason));
  expect(process.memoryUsage.rss() - before).toBeLessThan(1500 * MIB);
});

test.each([
  [
    'a header of a gibibyte',
    [HEADER, Buffer.of(0x40, 0, 0, 0)],
    'the block at byte 43 announces 1073741824 bytes, of at most 65536: it is damaged',
  ],
  [
    'a blob of a gibibyte',
    [HEADER, blob('OSMData', Buffer.alloc(9), 1024 * MIB)],
    'the block at byte 43 announces 1073741824 bytes, of at most 33554432: it is damaged',
  ],
  [
    'a blob that unpacks to more than it may',
    [HEADER, blob('OSMData', packed(Buffer.alloc(40 * MIB)))],
    'the block at byte 43 cannot be read: it unpacks to more than 33554432 bytes',
  ],
  [
    'a blob with two contents',
    [HEADER, blob('OSMData', Buffer.concat([packed(WORDS), packed(WORDS)]))],
    'the block at byte 43 cannot be read: it has two contents',
  ],
  [
    'a blob that announces another size than it has',
    [HEADER, blob('OSMData', Buffer.concat([numberField(2, 9), packed(WORDS)]))],
    `the block at byte 43 cannot be read: it announces 9 bytes and has ${WORDS.length}`,
  ],
  [
    'a blob of nothing but zeros',
    [HEADER, block(Buffer.alloc(30 * MIB))],
    'the block at byte 43 cannot be read: a field numbered 0',
  ],
  [
    'a group of four gibibytes',
    [HEADER, block(WORDS, varint(18), varint(2 ** 32))],
    'the block at byte 43 cannot be read: 4294967296 bytes are announced where 0 are left',
  ],
  [
    'a group of a negative size',
    [HEADER, block(WORDS, varint(18), Buffer.alloc(9, 255), Buffer.of(1))],
    'the block at byte 43 cannot be read: -1 bytes are announced where 0 are left',
  ],
  [
    'a number without an end',
    [HEADER, block(Buffer.alloc(40, 255))],
    'the block at byte 43 cannot be read: a number of more than 64 bits',
  ],
  [
    'millions of empty texts',
    [HEADER, block(bytesField(1, Buffer.alloc(30 * MIB, Buffer.of(10, 0))))],
    'the block at byte 43 cannot be read: it has more than 1000000 texts',
  ],
  [
    'tags whose text is missing',
    [HEADER, block(texts('a'), bytesField(2, bytesField(3, numberField(1, 5), ...TAGS)))],
    'the block at byte 43 cannot be read: text 2 is missing',
  ],
  [
    'a text that is not UTF-8',
    [
      HEADER,
      block(
        texts('amenity', Buffer.of(255, 254), 'type', 'x'),
        bytesField(2, bytesField(3, numberField(1, 5), ...TAGS)),
      ),
    ],
    'the block at byte 43 cannot be read: a text in it is not UTF-8',
  ],
  [
    'more nodes than places',
    [HEADER, block(WORDS, bytesField(2, bytesField(2, bytesField(1, Buffer.of(2, 2)))))],
    'the block at byte 43 cannot be read: a number is cut off',
  ],
  [
    'what nobody knows how to read',
    [blob('OSMHeader', packed(bytesField(4, Buffer.from('Holograms'))))],
    'needs "Holograms", which is not understood',
  ],
])('a PBF with %s is refused', async (_what, chunks, reason) => {
  await expect(openText(...chunks)).rejects.toMatchObject(refusal(reason));
});

test('JSON of more than 256 MiB is refused as soon as that is known', async () => {
  const chunks = function* () {
    yield '["';
    yield* endless('a', 100_000);
  };
  await expect(openText(chunks)).rejects.toMatchObject(refusal('has more than 268435456 bytes'));
});

test('gzip that unpacks to no end is refused where its content is', async () => {
  const bomb = gzipSync(`<osm>${' '.repeat(64 * MIB)}</osm>`);
  await expect(openText(bomb)).rejects.toMatchObject(refusal(TOO_LONG));
});

test('elements without measure are refused one by one, and all others come in', async () => {
  const { entries } = await openText(function* () {
    yield `<osm><way id="5">${'<nd ref="1"/>'.repeat(100_000)}${PARKING}</way>`;
    yield `<way id="6">${'<nd ref="1" lat="1" lon="2"/>'.repeat(20_000)}${PARKING}</way>`;
    yield '<relation id="7">';
    yield* endless('<member type="way" ref="5" role="outer"/>', 40);
    yield `${PARKING}${MULTIPOLYGON}</relation><node id="8" lat="1" lon="1">${PARKING}`;
    for (let i = 0; i < 6_000; i += 1) yield `<tag k="k${i}" v="v"/>`;
    yield `</node><node id="9" lat="1" lon="1">${PARKING}</node></osm>`;
  });
  expect(shownEntries(entries)).toEqual([
    'line 1: way/5 geometry: has more than 10000 nodes',
    'line 1: way/6 geometry: has more than 10000 nodes',
    'line 1: relation/7 geometry: has more than 32000 members',
    'line 1: node/8 tags: has more than 5000 tags',
    'node/9 Point',
  ]);
});

test('a PBF relation of a million members is refused, and all others come in', async () => {
  const relation = bytesField(
    4,
    numberField(1, 7),
    ...TAGS,
    bytesField(8, Buffer.alloc(1_000_000)),
    bytesField(9, Buffer.alloc(1_000_000, 2)),
    bytesField(10, Buffer.alloc(1_000_000, 1)),
  );
  const node = bytesField(1, numberField(1, 18), ...TAGS, numberField(8, 2), numberField(9, 2));
  const { entries } = await openText(HEADER, block(WORDS, bytesField(2, relation, node)));
  expect(shownEntries(entries)).toEqual([
    'relation/7 geometry: has more than 32000 members',
    'node/9 Point',
  ]);
});

test('a PBF relation that a million members refer to in a circle is only refused', async () => {
  const member = (id: number) => [
    bytesField(8, Buffer.of(0)),
    bytesField(9, varint(id * 2)),
    bytesField(10, Buffer.of(2)),
  ];
  const relations = [1, 2].map((id) =>
    bytesField(4, numberField(1, id), ...TAGS, ...member(3 - id)),
  );
  const { entries } = await openText(HEADER, block(WORDS, bytesField(2, ...relations)));
  expect(shownEntries(entries)).toEqual([
    'relation/1 geometry: has relation/2 as a member: an outline is made of ways',
    'relation/2 geometry: has relation/1 as a member: an outline is made of ways',
  ]);
});

test('JSON elements of any shape are refused one by one, or are no lots', async () => {
  const tags = { amenity: 'parking' };
  const elements = [
    ...[null, 5, 'x', [], {}, { type: 'node' }, { type: 'area', id: 1, tags }],
    { type: 'way', id: 5, tags, nodes: [null, {}] },
    { type: 'way', id: 6, tags: { ...tags, fee: null } },
    { type: 'node', id: 1e300, lat: 1, lon: 1, tags },
    { type: 'node', id: 8, lat: '1e400', lon: [], tags },
    { type: 'relation', id: 7, tags: { ...tags, type: 'multipolygon' }, members: [null] },
    { type: 'way', id: 9, tags, geometry: [{ lat: 1, lon: 1 }, null], center: { lat: 1, lon: 1 } },
    { type: 'way', id: 10, tags, geometry: 'x', center: 5 },
  ];
  const { entries } = await openText(JSON.stringify({ elements }));
  expect(shownEntries(entries)).toEqual([
    'way/5 geometry: has a node "null"',
    'way/6 tags: has the tag "fee" without a text',
    'node/? id: is "1e+300", which is not the number of an element',
    'node/8 geometry: latitude "1e400" is not a number from -90 to 90',
    'relation/7 geometry: has a member nothing nothing',
    'way/9 geometry: is cut off where the query ended',
    'way/10 geometry: has no nodes: extract the file with all that it refers to',
  ]);
});

test('lots that are far apart in a file leave nothing else of it in memory', async () => {
  const others = `<node id="5" lat="60.1" lon="24.1"><tag k="highway" v="crossing"/></node>\n`;
  const bytes = function* () {
    yield '<osm>';
    for (let i = 0; i < 1_000; i += 1)
      yield `${others.repeat(1_000)}<node id="${i + 10}" lat="60" lon="24">${PARKING}
        <tag k="name" v="a name that is long enough to be cut out ${i}"/></node>`;
    yield '</osm>';
  };
  const before = process.memoryUsage().heapUsed;
  const { count, passedOver } = await openText(bytes);
  expect([count, passedOver]).toEqual([1_000, 1_000_000]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * MIB);
});
