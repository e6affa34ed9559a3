import { badField } from '../../kit/errors.ts';
import type { KnownHeaders } from '../../kit/tables/name-columns.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import { SPACES_MAX } from '../../parking/lots/osm/tags.ts';

export type Column = 'lot_ref' | 'at' | 'occupied' | 'free' | 'capacity';

/** The headers of published counts. */
export const COUNT_HEADERS: KnownHeaders<Column> = {
  lot_ref: [
    ...[
      'ref',
      'lotid',
      'lot',
      'systemcodenumber',
      'parkingid',
      'facilityid',
      'carparkid',
      'placeid',
    ],
    ...['uid', 'id', 'name', 'nom', 'parkingname', 'placename', 'parkhaus'],
  ],
  at: [
    ...['timestamp', 'datetime', 'time', 'lastupdated', 'updatedat', 'measuredat', 'recordedat'],
    ...['timeutc', 'zeitstempel', 'zeitpunkt', 'zeit', 'datumzeit', 'horodatage', 'date', 'datum'],
  ],
  occupied: [
    ...['occupancy', 'occupiedspaces', 'occupiedsites', 'vehicles', 'belegt', 'belegung'],
    ...['belegteplatze', 'occupe', 'occupes', 'bezet', 'ocupadas', 'occupati'],
  ],
  free: [
    ...['freespaces', 'available', 'availablespaces', 'vacant', 'frei', 'freieplatze'],
    ...['freieparkplatze', 'libres', 'placeslibres', 'nbplaceslibres', 'vrij', 'liberi'],
  ],
  capacity: [
    'total',
    'totalspaces',
    'spaces',
    'kapazitat',
    'stellplatze',
    'capacite',
    'capaciteit',
  ],
};

/** What the numbers of a table of counts are: vehicles, or spaces without one. */
export const COUNTED = ['occupied', 'free'] as const;
export type Counted = (typeof COUNTED)[number];

/** How many vehicles were on a lot at an instant (ISO 8601, UTC). */
export type Count = { lotId: string; at: string; occupied: number };

/** A whole number of vehicles or spaces. Errors: BAD_REQUEST naming the column. */
export function readCountedNumber(column: string, text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (count <= SPACES_MAX) return count;
  throw badField(
    column,
    `must be a whole number from 0 to ${SPACES_MAX}, not "${shownText(text)}"`,
  );
}
