import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uploadTagsOf } from '../../../../../src/kit/osm/export/upload-tags.ts';
import { anyLot } from './random-lots.ts';

type Field = { key?: string; keys?: string[]; type: string; options?: string[] };

const folder = 'node_modules/@openstreetmap/id-tagging-schema/dist';
const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
const fields: Field[] = Object.values(read('fields.json'));
const deprecated: { old: Record<string, string> }[] = read('deprecated.json');
const { fields: shown, moreFields } = read('presets.json')['amenity/parking'];
const named: Record<string, Field> = read('fields.json');

/** Documented in OpenStreetMap's wiki, and not among the fields that iD shows. */
const ONLY_IN_THE_WIKI = ['capacity:charging', 'addr:full'];

/** The field of iD's own form for car parks, or else any with this key. */
function fieldOf(key: string): Field | undefined {
  const own = [...shown, ...moreFields].flatMap((name: string) => named[name] ?? []);
  return [...own, ...fields].find((field) => field.key === key || field.keys?.includes(key));
}

function isValue(field: Field, value: string): boolean {
  if (field.type === 'check') return value === 'yes' || value === 'no';
  if (field.type === 'number') return /^\d+$/.test(value) || value === 'yes';
  if (field.type === 'url') return URL.canParse(value);
  // Of lengths of time iD offers some, and takes others.
  return field.key === 'maxstay' || field.options === undefined || field.options.includes(value);
}

test('the schema of iD knows every key and value that we write, and deprecates none', () => {
  const keys = new Set<string>();
  fc.assert(
    fc.property(anyLot, (lot) => {
      const { tags } = uploadTagsOf({ ...lot, osmTags: {} });
      expect(tags.amenity).toBe('parking');
      for (const [key, value] of Object.entries(tags)) {
        keys.add(key);
        const field = fieldOf(key);
        if (key !== 'amenity' && !ONLY_IN_THE_WIKI.includes(key))
          expect({ key, value, isKnown: field && isValue(field, value) }).toMatchObject({
            isKnown: true,
          });
      }
      const isDeprecated = ({ old }: { old: Record<string, string> }) =>
        Object.entries(old).every(([key, value]) =>
          value === '*' ? key in tags : tags[key] === value,
        );
      expect(deprecated.filter(isDeprecated)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
  expect(keys).toEqual(
    new Set([
      ...['amenity', 'name', 'parking', 'capacity', 'capacity:disabled', 'capacity:charging'],
      ...['fee', 'charge', 'opening_hours', 'maxstay', 'maxheight', 'access', 'covered'],
      ...['supervised', 'park_ride', 'website', 'operator', 'ref', 'addr:full', 'addr:city'],
      ...['addr:state', 'addr:country'],
    ]),
  );
});
