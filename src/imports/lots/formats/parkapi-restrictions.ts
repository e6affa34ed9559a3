import { badField, type FieldProblem } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import { shownText } from '../../../kit/text/shown-text.ts';

/** Spaces that are for some, by ParkAPI's names of who that is. */
const SPACES: Readonly<Record<string, string>> = {
  DISABLED: 'capacity:disabled',
  CHARGING: 'capacity:charging',
  WOMEN: 'capacity:women',
  FAMILY: 'capacity:parent',
  CARSHARING: 'capacity:carsharing',
  TRUCK: 'capacity:hgv',
  BUS: 'capacity:bus',
};
/** Groups to which a whole lot may be restricted and still be a car park. */
const ACCESS: Readonly<Record<string, string>> = {
  CUSTOMER: 'customers',
  PRIVATE: 'permit',
  RESIDENT: 'permit',
};

/**
 * What `restrictions` of ParkAPI 3, and the older `restricted_to`, say: spaces of a kind, who may
 * park, and for how long (ISO 8601). Hours go to `rules`. Errors: BAD_REQUEST naming the property
 * when the whole lot is for some that are not understood.
 */
export function readRestrictions(
  properties: Record<string, unknown>,
  rules: FieldProblem[],
): { tags: Record<string, string>; maxStay: string | undefined } {
  const tags: Record<string, string> = {};
  let maxStay: string | undefined;
  for (const field of ['restricted_to', 'restrictions']) {
    const list = properties[field];
    for (const one of Array.isArray(list) ? list : []) if (isObject(one)) readOne(one, field);
  }
  return { tags, maxStay };

  function readOne(one: Record<string, unknown>, field: string): void {
    const { type, capacity, max_stay, hours } = one;
    const kind = typeof type === 'string' ? type : undefined;
    if (hours !== undefined && hours !== null)
      rules.push({ field, reason: `hours "${shownText(String(hours))}" cannot be read` });
    if (typeof capacity === 'number') {
      const tag = SPACES[kind ?? ''];
      if (tag !== undefined) tags[tag] = String(capacity);
      return;
    }
    if (typeof max_stay === 'string') maxStay = max_stay;
    if (kind === undefined) return;
    const access = ACCESS[kind];
    if (access === undefined)
      throw badField(field, `is "${shownText(kind)}": lots for this group are not imported`);
    tags.access = access;
  }
}
