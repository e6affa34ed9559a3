import { isWebAddress, namesUser } from '../../text/web-address.ts';
import {
  asRead,
  asText,
  asUnknown,
  listItems,
  type Reading,
  type Tags,
  tagText,
} from './reading.ts';

/** The types of lots that values of `parking` become; the same words as a lot's own. */
export type ParkingType = 'surface' | 'garage' | 'underground' | 'rooftop' | 'street' | 'carport';

const TYPE_BY_PARKING = new Map<string, ParkingType>(
  Object.entries({
    surface: 'surface park_and_ride',
    garage: 'multi-storey',
    underground: 'underground',
    rooftop: 'rooftop',
    street: 'street_side lane layby on_kerb half_on_kerb shoulder street',
    carport: 'carport carports garage_boxes sheds',
  }).flatMap(([type, values]) =>
    values.split(' ').map((value) => [value, type as ParkingType] as const),
  ),
);
/** Values of `parking` that say something else: who may park, or that there is a roof. */
const NO_TYPE = /^(?:yes|private|customers|covered)$/;
const PARK_AND_RIDE = 'yes bus train tram metro subway light_rail ferry hov'.split(' ');

/** What kind of lot it is. Unknown where it is not stated; OpenStreetMap then assumes `surface`. */
export function readParkingType(tags: Tags): Reading<ParkingType> {
  const text = tagText(tags, 'parking');
  if (text === undefined || NO_TYPE.test(text)) return asUnknown();
  const type = TYPE_BY_PARKING.get(text);
  return type ? asRead(type) : asText('parking', text, 'is not a documented kind of car park');
}

/** Whether it is park and ride: `yes`, or which means of transport, such as `bus;train`. */
export function readParkRide(tags: Tags): Reading<boolean> {
  const text = tagText(tags, 'park_ride');
  if (text === undefined)
    return tagText(tags, 'parking') === 'park_and_ride' ? asRead(true) : asUnknown();
  if (/^no$/i.test(text)) return asRead(false);
  const isKnown = listItems(text.toLowerCase()).every((item) => PARK_AND_RIDE.includes(item));
  return isKnown ? asRead(true) : asText('park_ride', text, 'is no means of transport');
}

/** Whether every space has a roof. */
export function readCovered(tags: Tags): Reading<boolean> {
  if (tagText(tags, 'covered') === undefined && tagText(tags, 'parking') === 'covered')
    return asRead(true);
  return yesOrNo(tags, 'covered');
}

/** Whether somebody watches over the vehicles at all times; times are kept as text. */
export function readSupervised(tags: Tags): Reading<boolean> {
  return yesOrNo(tags, 'supervised');
}

function yesOrNo(tags: Tags, key: string): Reading<boolean> {
  const text = tagText(tags, key);
  if (text === undefined || /^unknown$/i.test(text)) return asUnknown();
  if (/^(?:yes|no)$/i.test(text)) return asRead(/^yes$/i.test(text));
  return asText(key, text, 'is neither yes nor no');
}

const WEBSITES = ['website', 'contact:website', 'url'];

/**
 * The first http or https address. One without a scheme (`www.example.org`) is text: whether the
 * site speaks https is a guess, and a wrong guess is a dead link.
 */
export function readWebsite(tags: Tags): Reading<string> {
  const stated = WEBSITES.flatMap((key) => {
    const text = tagText(tags, key);
    return text === undefined ? [] : [{ key, text }];
  });
  const address = stated.find(({ text }) => /^[^\s;]+$/.test(text) && isWebAddress(text));
  if (address !== undefined) return asRead(address.text);
  const [first] = stated;
  if (first === undefined) return asUnknown();
  const problem = namesUser(first.text)
    ? 'names a user, and is left out'
    : 'is not one http or https address';
  return asText(first.key, first.text, problem);
}
