import type { FieldProblem } from '../../errors.ts';
import { OTHER_VEHICLES } from './other-vehicles.ts';
import { asText, type Tags, tagText } from './reading.ts';

/** Rules for others than cars, and of roads: `hgv:conditional` is not about parking a car. */
const OF_ROADS = ['maxspeed', 'oneway', 'overtaking', 'lanes', 'surface', 'lit', 'wheelchair'];
const NOT_CARS = new RegExp(`^(?:${[...OTHER_VEHICLES, ...OF_ROADS].join('|')})(?::|$)`);
const FOR_SOME = /^(?:disabled|women|parent)$/;
/** Keys that may forbid parking, and have no form that everyone uses. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/:conditional$/, 'holds at some times or for some people only'],
  [/^parking:(?:condition|lane|left|right|both)(?::|$)/, 'is a rule for parking in an older form'],
  [/^(?:parking:)?restriction(?::|$)/, 'may forbid parking'],
  [/^parking:(?:time_interval|maxstay|access)(?::|$)/, 'may limit parking'],
  [/^(?:maxstay:(?!conditional$).+|stay)$/, 'may limit how long vehicles stay'],
  [/^(?:access|motor_vehicle|motorcar|vehicle):(?!conditional$)/, 'may limit who may park'],
  [/^(?:maxwidth|maxlength|maxweight)(?::|$)/, 'limits which vehicles may park'],
  [/^(?:membership|reservation|locked|hov|electric_vehicle)$/, 'may limit who may park'],
  [FOR_SOME, 'says that the spaces are for some drivers'],
  [/^parking_space$/, 'says that the spaces are of a special kind'],
  [/^authentication:disc$/, 'asks for a parking disc'],
  [/^(?:disused|abandoned|demolished|construction|closed)$/, 'says that it may not be in use'],
];
/** They say that there is no such rule. */
const NO_RULE = /^(?:no|none|unlimited|default|normal|free)$/i;
/** Keys where `no` is a rule. */
const SAYS_WHO = /(?:^|:)(?:access|motor_vehicle|motorcar|vehicle)(?::|$)/;
const FOR_EVERYBODY = /^(?:yes|permissive|designated)$/i;
/** Tonnes and metres that every car stays below, with room. */
const MORE_THAN_A_CAR: Readonly<Record<string, number>> = {
  maxweight: 3.5,
  maxwidth: 2.5,
  maxlength: 6,
};

/** The tags that could forbid or limit parking a car and that no reader understands, with why. */
export function unreadRules(tags: Tags): FieldProblem[] {
  return Object.keys(tags).flatMap((key) => {
    const text = tagText(tags, key);
    const reason = RULES.find(([pattern]) => pattern.test(key))?.[1];
    if (text === undefined || reason === undefined || isIgnored(key, text)) return [];
    return [asText(key, text, reason).problem];
  });
}

function isIgnored(key: string, text: string): boolean {
  if (key.endsWith(':conditional')) return NOT_CARS.test(withoutGeneral(key));
  const enough = MORE_THAN_A_CAR[key];
  if (enough !== undefined)
    return NO_RULE.test(text) || Number(/^(\d+(?:\.\d+)?)(?: ?[tm])?$/.exec(text)?.[1]) >= enough;
  if (FOR_SOME.test(key)) return !/^(?:designated|only)$/i.test(text);
  if (NOT_CARS.test(withoutGeneral(key))) return true;
  return SAYS_WHO.test(key) ? FOR_EVERYBODY.test(text) : NO_RULE.test(text);
}

/** `access:hgv:conditional` -> `hgv:conditional` */
function withoutGeneral(key: string): string {
  return key.replace(
    /^(?:access|maxstay|fee|charge|restriction|parking:restriction|capacity):/,
    '',
  );
}
