import { type AppError, badFields } from '../../../kit/errors.ts';
import { asText, type Tags, tagText } from '../../../kit/osm/values/reading.ts';

export const FEE_CONDITIONS = 'fee:conditional';
export const CHARGE_CONDITIONS = 'charge:conditional';
/** The product's own key for the most that a day costs. */
export const MAX = 'charge:max';

/** The key that says when what is charged. */
export function timesKey(tags: Tags): string {
  const keys = [CHARGE_CONDITIONS, FEE_CONDITIONS];
  return keys.find((key) => tagText(tags, key) !== undefined) ?? 'fee';
}

/** Why a condition is not read that depends on more than the time. */
export const NOT_TIMES = 'depends on more than days of the week, PH and hours such as 08:00-18:00';

/** BAD_REQUEST naming a tag, and quoting its value. */
export function badTag(tags: Tags, key: string, reason: string): AppError {
  return badFields([asText(key, tagText(tags, key) ?? '', reason).problem]);
}

/** What was read; throws as `badTag` where it is the reason why nothing could be. */
export function orRefuse<Read extends object>(tags: Tags, key: string, read: Read | string): Read {
  if (typeof read === 'string') throw badTag(tags, key, read);
  return read;
}
