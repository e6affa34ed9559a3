import { anyOf } from '../../../kit/words/text/pattern.ts';
import type { Span } from '../../../kit/words/text/span.ts';
import { INTENT_FEATURES, type IntentFeature } from '../intent.ts';
import { AUTONOMOUS_WORDS } from '../vehicles/vehicle-words.ts';

const WORDS: Readonly<Record<IntentFeature, string>> = {
  ev_charging: anyOf(
    'ev_charging|evs?|e-?(?:cars?|autos?)|elektroautos?|electric(?:ity)?(?! gates?)|tesla',
    'ladestation|ladesäule',
    'chargers?|charging|recharge|to (?:be )?charged?|charge (?:my|our|the|it|him|up|point|spot)',
    'charge(?= near| at| for (?:my|our|the))|plug[- ]?(?:in|it in)?',
  ),
  accessible: anyOf(
    '(?<!easily |easy )accessib(?:le|ility)|accessable',
    'wheel-?chairs?(?: access| users?)?',
    'handicap(?:ped)?|(?:blue|disabled) badge(?: holders?)?|disab(?:led|ility)',
    'invalid person|mobility (?:impaired|scooter)',
    'step-free|ada',
    'rollstuhl\\w*|behinderten\\w*',
  ),
  covered: anyOf(
    'covered|covd|cvrd|in-?doors?|under ?cover|under (?:a )?roof|(?:with|has|a) roof|roofed',
    'sheltered',
    'out of the (?:rain|snow|sun|weather)|überdacht',
  ),
  av: anyOf(AUTONOMOUS_WORDS),
};
const PATTERNS = INTENT_FEATURES.map(
  (feature) => [feature, new RegExp(`\\b${WORDS[feature]}(?!\\p{L})`, 'giu')] as const,
);

const SOFT = '(?: (?:really|even|necessarily|strictly))?';
/**
 * Says that what follows is not needed, but allowed: `we don't need a charger`. To exclude it is
 * something else.
 */
const NEEDLESS_BEFORE = new RegExp(
  `(?:\\b(?:do|does|did|wo|need|has|have)(?:n'?t| not)${SOFT}${anyOf(
    ' (?:need|require|care)(?: (?:about|for|to (?:be|have|get)|it to be))?',
    ' have to (?:be|have)|(?<=need(?:n.?t| not)) (?:be|have)',
  )}|\\bno need (?:for|of|to (?:be|have)))(?: ${anyOf('any|an?|the|my|our|it|parked|ev')})* $`,
  'i',
);
const NO_BEFORE = /\bno $/i;
const NEEDLESS_AFTER = new RegExp(
  `^ (?:(?:spots?|spaces?|stations?) )?(?:(?:is|are) )?(?:not|isn't|aren't|un)?[ -]?${anyOf(
    'needed|necessary|required|important',
  )}`,
  'i',
);
const REACH = 48;

/**
 * Every feature that the space should have, in the order of `INTENT_FEATURES`. `spans` are the
 * words that ask for it or say that it is not needed.
 */
export function readFeatures(text: string): { features: IntentFeature[]; spans: Span[] } {
  const spans: Span[] = [];
  const features = PATTERNS.filter(([, pattern]) => {
    const wanted = [...text.matchAll(pattern)].filter(({ 0: words, index }) => {
      const end = index + words.length;
      const before = text.slice(Math.max(0, index - REACH), index);
      const after = text.slice(end, end + REACH);
      const needless = needlessAround(before, after);
      if (needless === undefined) spans.push({ from: index, to: end });
      else spans.push({ from: index - needless.before, to: end + needless.after });
      return needless === undefined;
    });
    return wanted.length > 0;
  });
  return { features: features.map(([feature]) => feature), spans };
}

/** How many characters around a feature say that it is not needed; undefined: none do. */
function needlessAround(
  before: string,
  after: string,
): { before: number; after: number } | undefined {
  const [needlessBefore] = NEEDLESS_BEFORE.exec(before) ?? [];
  if (needlessBefore !== undefined) return { before: needlessBefore.length, after: 0 };
  const [needlessAfter] = NEEDLESS_AFTER.exec(after) ?? [];
  const [no] = NO_BEFORE.exec(before) ?? [];
  const isNegated = no !== undefined || /not|n't|un/i.test(needlessAfter ?? '');
  if (needlessAfter === undefined || !isNegated) return undefined;
  return { before: no?.length ?? 0, after: needlessAfter.length };
}
