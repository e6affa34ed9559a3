import type { Geocoder, NamedPlace } from '../../../../src/kit/places/geocoder.ts';
import { wordsOf } from '../../../../src/parking/intents/lots/lot-words.ts';
import { slugOf } from '../../../../src/parking/lots/write/slug.ts';
import type { TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';

type WorldLot = {
  /** The lot's name in the table of intents, where it differs from `name`. */
  key?: string;
  name: string;
  ref?: string;
  address: string;
  city: string;
  state?: string;
  country: string;
  timezone: string;
  lat: number;
  lng: number;
  livemode?: boolean;
  isListed?: boolean;
};

const TORONTO = { city: 'Toronto', state: 'ON', country: 'CA', timezone: 'America/Toronto' };
const NEW_YORK = { city: 'New York', state: 'NY', country: 'US', timezone: 'America/New_York' };
const CHICAGO = { city: 'Chicago', state: 'IL', country: 'US', timezone: 'America/Chicago' };
const SEATTLE = { city: 'Seattle', state: 'WA', country: 'US', timezone: 'America/Los_Angeles' };
const LONDON = { city: 'London', country: 'GB', timezone: 'Europe/London' };
const BERLIN = { city: 'Berlin', country: 'DE', timezone: 'Europe/Berlin' };
const KOLKATA = { city: 'Kolkata', country: 'IN', timezone: 'Asia/Kolkata' };

const LOTS: readonly WorldLot[] = [
  {
    ...TORONTO,
    name: 'Green P 36',
    ref: 'greenp-36',
    address: '110 Queen Street West, Toronto, ON',
    lat: 43.6524,
    lng: -79.3846,
  },
  {
    ...TORONTO,
    name: 'Green P 1',
    ref: 'greenp-1',
    address: '20 Charles Street, Toronto, ON',
    lat: 43.669,
    lng: -79.3851,
  },
  {
    ...TORONTO,
    name: 'Green P 3',
    ref: 'greenp-3',
    address: '13 Isabella Street, Toronto, ON',
    lat: 43.6676,
    lng: -79.3847,
  },
  {
    ...TORONTO,
    name: 'Union Station Garage',
    address: '65 Front Street West, Toronto, ON',
    lat: 43.6453,
    lng: -79.3806,
  },
  {
    ...TORONTO,
    name: 'Eaton Centre Parkade',
    address: '220 Yonge Street, Toronto, ON',
    lat: 43.6544,
    lng: -79.3807,
  },
  {
    ...TORONTO,
    name: 'Harbourfront Lot',
    address: '235 Queens Quay West, Toronto, ON',
    lat: 43.6389,
    lng: -79.3817,
  },
  {
    ...NEW_YORK,
    name: 'Times Square Garage',
    address: '250 West 43rd Street, New York, NY',
    lat: 40.7571,
    lng: -73.9887,
  },
  {
    ...NEW_YORK,
    name: 'Hudson Yards Garage',
    address: '400 West 33rd Street, New York, NY',
    lat: 40.7526,
    lng: -73.9967,
  },
  {
    name: 'Central Garage',
    key: 'Central Garage, Boston',
    address: '1 Post Office Square',
    city: 'Boston',
    state: 'MA',
    country: 'US',
    timezone: 'America/New_York',
    lat: 42.3561,
    lng: -71.0556,
  },
  {
    ...CHICAGO,
    name: 'Central Garage',
    key: 'Central Garage, Chicago',
    address: '181 North Clark Street',
    lat: 41.8853,
    lng: -87.631,
  },
  {
    ...CHICAGO,
    name: 'Millennium Lakeside Garage',
    address: '5 South Columbus Drive',
    lat: 41.8814,
    lng: -87.6206,
  },
  {
    name: 'Pershing Square Garage',
    address: '532 South Olive Street',
    city: 'Los Angeles',
    state: 'CA',
    country: 'US',
    timezone: 'America/Los_Angeles',
    lat: 34.0487,
    lng: -118.2531,
  },
  {
    ...SEATTLE,
    name: 'Second Avenue Garage',
    address: '1424 Second Avenue',
    lat: 47.6085,
    lng: -122.3389,
  },
  { ...SEATTLE, name: 'May Street Lot', address: '12 May Street', lat: 47.6301, lng: -122.3402 },
  {
    name: 'SFO Long Term Parking',
    address: 'San Francisco International Airport',
    city: 'San Francisco',
    state: 'CA',
    country: 'US',
    timezone: 'America/Los_Angeles',
    lat: 37.6364,
    lng: -122.3966,
  },
  { ...LONDON, name: 'Q-Park Soho', address: '4 Poland Street', lat: 51.5152, lng: -0.1371 },
  {
    ...LONDON,
    name: 'Bloomsbury Square Car Park',
    address: 'Bloomsbury Square, London WC1A 2RJ',
    lat: 51.5194,
    lng: -0.1228,
  },
  {
    name: 'Covered Market Car Park',
    address: '10 High Street, Oxford OX1 4AH',
    city: 'Oxford',
    country: 'GB',
    timezone: 'Europe/London',
    lat: 51.7523,
    lng: -1.2558,
  },
  {
    ...BERLIN,
    name: 'Parkhaus Alexanderplatz',
    address: 'Alexanderstraße 2, 10178 Berlin',
    lat: 52.5215,
    lng: 13.4159,
  },
  { ...BERLIN, name: 'Tiefgarage Mitte', address: 'Friedrichstraße 100', lat: 52.52, lng: 13.388 },
  {
    name: 'Parkhaus Büchel',
    address: 'Büchel 51',
    city: 'Aachen',
    country: 'DE',
    timezone: 'Europe/Berlin',
    lat: 50.7764,
    lng: 6.0871,
  },
  {
    name: 'Parkhaus Hauptbahnhof',
    address: 'Dachauer Straße 14',
    city: 'München',
    country: 'DE',
    timezone: 'Europe/Berlin',
    lat: 48.1416,
    lng: 11.5576,
  },
  {
    name: 'Parking Saint-Germain',
    address: '169 boulevard Saint-Germain',
    city: 'Paris',
    country: 'FR',
    timezone: 'Europe/Paris',
    lat: 48.8541,
    lng: 2.3326,
  },
  { ...KOLKATA, name: 'Park Street Plaza', address: '24 Park Street', lat: 22.5535, lng: 88.3526 },
  {
    ...KOLKATA,
    name: 'New Market Parking',
    address: '19 Lindsay Street',
    lat: 22.5599,
    lng: 88.3525,
  },
  {
    name: 'Harbour Drive Lot',
    address: '10 Harbour Drive',
    city: "St. John's",
    state: 'NL',
    country: 'CA',
    timezone: 'America/St_Johns',
    lat: 47.561,
    lng: -52.7093,
  },
  {
    name: 'Domain Car Park',
    address: '1 St Marys Road',
    city: 'Sydney',
    state: 'NSW',
    country: 'AU',
    timezone: 'Australia/Sydney',
    lat: -33.8705,
    lng: 151.2147,
  },
  {
    name: 'Shibuya Mark City Parking',
    address: '1-12-1 Dogenzaka',
    city: 'Tokyo',
    country: 'JP',
    timezone: 'Asia/Tokyo',
    lat: 35.658,
    lng: 139.6985,
  },
  {
    ...TORONTO,
    name: 'Sandbox Plaza',
    address: '1 Test Road',
    lat: 43.66,
    lng: -79.39,
    livemode: false,
  },
  {
    ...TORONTO,
    name: 'Staff Yard',
    address: '2 Back Lane',
    lat: 43.661,
    lng: -79.391,
    isListed: false,
  },
];

/** Adds the lots of the table; returns their names in the table by lot id. */
export async function layOutLots(database: TestDatabase): Promise<Map<string, string>> {
  const { operatorId } = await addCaller(database);
  const names = new Map<string, string>();
  for (const { name, ref, lat, lng, country, ...lot } of LOTS) {
    const lotId = await addLot(database, {
      operator_id: operatorId,
      name,
      ref: ref ?? null,
      latitude: lat,
      longitude: lng,
      country,
      livemode: lot.livemode ?? true,
      is_listed: lot.isListed ?? true,
    });
    await database.sql(
      `update lots set slug = $2, address = $3, city = $4, state = $5, timezone = $6
       where lot_id = $1`,
      [lotId, slugOf(name), lot.address, lot.city, lot.state ?? null, lot.timezone],
    );
    names.set(lotId, lot.key ?? name);
  }
  return names;
}

type TablePlace = readonly [
  names: string,
  label: string,
  lat: number,
  lng: number,
  more: {
    radiusM: number;
    population: number | null;
  },
];

const town = (population: number) => ({ radiusM: 15_000, population });
const LANDMARK = { radiusM: 150, population: null };
const PLACES: readonly TablePlace[] = [
  ['Toronto', 'Toronto, ON, CA', 43.6532, -79.3832, town(2_794_356)],
  ['New York|New York City|NYC', 'New York, NY, US', 40.7128, -74.006, town(8_336_817)],
  ['Boston', 'Boston, MA, US', 42.3601, -71.0589, town(675_647)],
  ['Chicago', 'Chicago, IL, US', 41.8781, -87.6298, town(2_746_388)],
  ['Los Angeles|LA', 'Los Angeles, CA, US', 34.0522, -118.2437, town(3_898_747)],
  ['Seattle', 'Seattle, WA, US', 47.6062, -122.3321, town(737_015)],
  ['San Francisco', 'San Francisco, CA, US', 37.7749, -122.4194, town(873_965)],
  ['London', 'London, GB', 51.5074, -0.1278, town(8_961_989)],
  ['London', 'London, ON, CA', 42.9849, -81.2453, town(422_324)],
  ['Oxford', 'Oxford, GB', 51.752, -1.2577, town(162_100)],
  ['Berlin', 'Berlin, DE', 52.52, 13.405, town(3_645_000)],
  ['Munich|München', 'Munich, DE', 48.1351, 11.582, town(1_488_202)],
  ['Aachen', 'Aachen, DE', 50.7753, 6.0839, town(249_070)],
  ['Paris', 'Paris, FR', 48.8566, 2.3522, town(2_165_423)],
  ['Paris', 'Paris, TX, US', 33.6609, -95.5555, town(24_476)],
  ['Kolkata|Calcutta', 'Kolkata, IN', 22.5726, 88.3639, town(4_496_694)],
  ["St. John's", "St. John's, NL, CA", 47.5615, -52.7126, town(110_525)],
  ['Sydney', 'Sydney, NSW, AU', -33.8688, 151.2093, town(5_312_163)],
  ['Tokyo', 'Tokyo, JP', 35.6762, 139.6503, town(13_960_000)],
  ['Vancouver', 'Vancouver, BC, CA', 49.2827, -123.1207, town(662_248)],
  ['Reykjavík|Reykjavik', 'Reykjavík, IS', 64.1466, -21.9426, town(135_688)],
  ['CN Tower', 'CN Tower, Toronto, ON, CA', 43.6426, -79.3871, LANDMARK],
  ['Rogers Centre', 'Rogers Centre, Toronto, ON, CA', 43.6414, -79.3894, LANDMARK],
  ['Eiffel Tower', 'Eiffel Tower, Paris, FR', 48.8584, 2.2945, LANDMARK],
  ['Brandenburg Gate', 'Brandenburger Tor, Berlin, DE', 52.5163, 13.3777, LANDMARK],
  ['Wrigley Field', 'Wrigley Field, Chicago, IL, US', 41.9484, -87.6553, LANDMARK],
  ['Fenway Park|Fenway', 'Fenway Park, Boston, MA, US', 42.3467, -71.0972, LANDMARK],
  ['Heathrow Airport|Heathrow', 'Heathrow Airport, London, GB', 51.47, -0.4543, LANDMARK],
  ['Howrah Bridge', 'Howrah Bridge, Kolkata, IN', 22.5851, 88.3468, LANDMARK],
];

/**
 * Knows the places above by their names, the larger of two first, and stores the questions it was
 * asked.
 */
export function tableGeocoder(): Geocoder & { questions: string[] } {
  const questions: string[] = [];
  return {
    questions,
    async geocode(query, limit) {
      questions.push(query);
      const asked = wordsOf(query).join(' ');
      const places = PLACES.filter(([names, label]) =>
        [...names.split('|'), label].some((name) => wordsOf(name).join(' ') === asked),
      ).map(
        ([, label, lat, lng, more]): NamedPlace => ({ label, lat, lng, country: null, ...more }),
      );
      return { places: places.slice(0, limit), attribution: 'the table of places' };
    },
  };
}
