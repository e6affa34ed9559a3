import { INTENT_FEATURES, type IntentFeature } from '../intent.ts';
import { anyOf } from '../text/pattern.ts';
import { AUTONOMOUS_WORDS } from '../vehicles/vehicle-words.ts';

const WORDS: Readonly<Record<IntentFeature, string>> = {
  ev_charging: anyOf(
    'evs?|e-?(?:cars?|autos?)|elektroautos?|electric(?:ity)?(?! gates?)|tesla|kwh',
    'ladestation|ladesäule',
    'chargers?|charging|superchargers?|recharge|to charge|charge (?:my|our|the|it|up|point|spot)',
    'charge(?= near| at| for (?:my|our|the))|plug[- ]?(?:in|it in)?|type ?2|ccs|chademo',
  ),
  accessible: anyOf(
    '(?<!easily |easy )accessib(?:le|ility)|accessable|wheel-?chairs?|disab(?:led|ility)',
    'handicap(?:ped)?|blue badge|invalid person|mobility (?:impaired|scooter)|step-free|ada',
    'rollstuhl\\w*|behinderten\\w*',
  ),
  covered: anyOf(
    'covered|covd|cvrd|in-?doors?|under ?cover|under (?:a )?roof|(?:with|has|a) roof|roofed',
    'sheltered|underground (?=parking|garage|car park|lot|spot|space)|multi-?store?y',
    'out of the (?:rain|snow|sun|weather)|überdacht',
  ),
  av: anyOf(AUTONOMOUS_WORDS),
};
const PATTERNS = INTENT_FEATURES.map(
  (feature) => [feature, new RegExp(`\\b${WORDS[feature]}(?!\\p{L})`, 'giu')] as const,
);

/** Takes back what follows within a few words: `we don't need a charger`. */
const NEGATION_BEFORE = new RegExp(
  `(?:\\b${anyOf(
    'no|not|without|w\\/o|non|never|neither|nor|instead of|rather than|except',
    "(?:do|does|did|need|is)n'?t",
  )}(?: ${anyOf(
    'need(?:ed|s)?|want|have|has|require|care|to|be|it|is|any|an?|the|necessarily|about|for',
    'ev|really|parked|my|our',
  )}){0,6} |\\bun|\\bnon-)$`,
  'i',
);
const NEGATION_AFTER =
  /^ (?:(?:is|are) )?(?:not|isn't|aren't|un)[ -]?(?:needed|necessary|required|important|wanted)/i;
const REACH = 48;

/** Every feature that a space is asked to have, in the order of `INTENT_FEATURES`. */
export function readFeatures(text: string): IntentFeature[] {
  const found = PATTERNS.filter(([, said]) =>
    [...text.matchAll(said)].some(({ 0: words, index }) => {
      const end = index + words.length;
      const before = text.slice(Math.max(0, index - REACH), index);
      return !NEGATION_BEFORE.test(before) && !NEGATION_AFTER.test(text.slice(end, end + REACH));
    }),
  );
  return found.map(([feature]) => feature);
}
