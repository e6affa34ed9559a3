import {
  asRead,
  asText,
  asUnknown,
  listItems,
  type Reading,
  type Tags,
  tagText,
} from './reading.ts';

/** Who may park, from the most to the fewest. `closed`: known not to be for the public. */
const GROUPS = ['public', 'customers', 'permit', 'closed'] as const;
export type Access = (typeof GROUPS)[number];

/** The smallest group that the features of a lot name; undefined: not stated. */
export function accessOf(features: readonly string[]): Exclude<Access, 'closed'> | undefined {
  const groups = ['permit', 'customers', 'public'] as const;
  return groups.find((group) => features.includes(`access:${group}`));
}

const GROUP_BY_VALUE = new Map<string, Access>(
  Object.entries({
    public: 'yes public permissive designated destination official',
    customers: 'customers customer',
    permit: 'permit',
    closed: `no private residents resident employees employee staff members member delivery
      agricultural forestry military emergency students school university
      teachers tenants owner police bus psv taxi hgv goods disabled service`,
  }).flatMap(([group, values]) =>
    values.split(/\s+/).map((value) => [value, group as Access] as const),
  ),
);

/** Of cars, the most specific key first. */
const KEYS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'];
/** Deprecated: `parking=private` means `access=private`. */
const ACCESS_IN_PARKING = /^(?:private|customers)$/;

/**
 * Who may park a car. A specific key overrides a general `no` (`access=no` with `motorcar=yes`),
 * and narrows everything else. Where it seems to widen (`access=private` with `motor_vehicle=yes`,
 * which may mean that residents may drive), both are kept as text.
 */
export function readAccess(tags: Tags): Reading<Access> {
  const stated = KEYS.flatMap((key) => {
    const text = tagText(tags, key);
    return text === undefined ? [] : [{ key, text, group: groupOf(text) }];
  });
  const parking = tagText(tags, 'parking');
  if (parking !== undefined && ACCESS_IN_PARKING.test(parking))
    stated.push({ key: 'parking', text: parking, group: groupOf(parking) });
  const notRead = stated.find(({ group }) => group === undefined);
  if (notRead !== undefined)
    return asText(notRead.key, notRead.text, 'does not say clearly who may park');
  let general: (typeof stated)[number] | undefined;
  for (const one of stated.toReversed()) {
    if (general !== undefined && general.text.toLowerCase() !== 'no' && rank(one) < rank(general))
      return asText(one.key, one.text, `contradicts ${general.key}=${general.text}`);
    general = one;
  }
  return general?.group === undefined ? asUnknown() : asRead(general.group);
}

function rank({ group = 'public' }: { group: Access | undefined }): number {
  return GROUPS.indexOf(group);
}

/** Of a list such as `customers;residents` the largest group; undefined when one is not known. */
function groupOf(text: string): Access | undefined {
  const groups = listItems(text.toLowerCase()).map((value) => GROUP_BY_VALUE.get(value));
  // `yes;no` contradicts itself.
  if (groups.length > 1 && (groups.includes('public') || /(?:^|;) *no *(?:;|$)/i.test(text)))
    return undefined;
  return groups.includes(undefined) ? undefined : GROUPS.find((group) => groups.includes(group));
}
