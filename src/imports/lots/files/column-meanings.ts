import { readAsOf } from '../csv-cells.ts';
import type { Dialect } from '../formats/dialect.ts';
import { PARKAPI_NAMES } from '../formats/rename-parkapi.ts';
import { PARKAPI_V3_NAMES } from '../formats/rename-parkapi-v3.ts';
import { OWN_MEMBERS } from '../rows/read-own-lot.ts';
import { isFixedList } from '../tables/price-columns.ts';

/** Tags that decide columns of a lot; all others are stored as they came. */
const OSM_READ = new Set(
  `name ref capacity charge fee parking opening_hours maxstay maxheight access addr covered
  park_ride supervised website operator`.split(/\s+/),
);
/** What a tag is that no column of a lot stands for. */
export const KEPT_AS_TAG = 'tag';

/** What the columns of a file are read as; null: they are left out. */
export function readAsIn(dialect: Dialect): (column: string) => string | null {
  switch (dialect.name) {
    case 'osm':
      return (key) => {
        const isRead = isFixedList(key) || OSM_READ.has(key.split(':')[0] ?? '');
        return isRead ? key : KEPT_AS_TAG;
      };
    case 'own':
      return (member) => (OWN_MEMBERS.includes(member) ? member : null);
    case 'parkapi':
      return (name) => PARKAPI_NAMES.get(name) ?? listName(name);
    case 'parkapi_v3':
      return (name) => PARKAPI_V3_NAMES.get(name) ?? listName(name);
    case 'table':
      return readAsOf(dialect.named);
  }
}

function listName(name: string): string | null {
  return isFixedList(name) ? name : null;
}
