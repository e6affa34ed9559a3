import { anyOf } from '../../../kit/words/text/pattern.ts';
import { TAKEN, TAKEN_AMOUNT, TAKEN_THING, TAKEN_TIME } from '../../../kit/words/text/span.ts';

/** Words between a word of time and the time itself. */
const SOFT = `(?: ${anyOf(
  'at|in|by|on|around|about|for|it|the|maybe|say|like|be|approximately|up|again|him|her|them',
  'exactly|only|just|a|round|to|be|latest|another|next|las?|right',
)}){0,3}`;
/** Before something that was read: a time, an amount (money or a height), or anything at all. */
const BEFORE_TIME = ` ?[:=]? ?"?(?=${TAKEN_TIME})`;
const BEFORE_AMOUNT = ` ?[:=]? ?"?(?=${TAKEN_AMOUNT})`;
/** The same signs without the one for names and plates. */
const NOT_NAME = `[${TAKEN_THING}${TAKEN_TIME}${TAKEN_AMOUNT}]`;
const READ = `[${TAKEN}${TAKEN_THING}${TAKEN_TIME}${TAKEN_AMOUNT}]`;

/**
 * Words that are ignored together, but not each by itself. What was read appears here as `TAKEN`.
 */
const PHRASES: readonly string[] = [
  // Conditions that are true of every wish.
  'if (?:at all )?possible|if (?:you|u) (?:could|can|would|have (?:one|any|it)|please)',
  'if (?:one|any|a spot|a space|it) is (?:free|available)|if available|if (?:i|we) (?:may|can)',
  // Politeness, and questions that are wishes.
  "(?:i|we)(?:'d| would) (?:be grateful|appreciate it)|would it be (?:ok|okay|possible)",
  'is (?:it|there) (?:ok|okay|alright|possible|any chance)|any chance|at all|thanks? (?:a lot|you)',
  '(?:thanks|thank you) (?:so|very) much|would be (?:great|perfect|lovely|nice|ideal|wonderful)',
  "(?:i'm|i am|im|we're|we are) already here",
  'good (?:morning|afternoon|evening|day|night)|thank you for|in advance|no problem|you know',
  '(?:what|how) about|what would be',
  `what(?:'?s| is| are)?(?= ${NOT_NAME}| the (?:closest|nearest|${NOT_NAME}))`,
  'how much (?:room|space)|how can (?:i|we)|where (?:can|could|do|should|may|might) (?:i|we)',
  `where(?:'?s| is| are)(?= (?:there |the |some |any |a )?(?:${READ}+ ){0,2}park)|so kind as to`,
  'set (?:me|us) up|put (?:me|us) down|excuse me|(?:would )?you mind|most grateful',
  'all right|sir or madam|holding(?= (?:an?|one|some) )(?<=for holding)',
  '(?:i (?:was )?)?wonder(?:ing)? (?:if|whether) (?:you|i|we) (?:could|can|might)',
  'this time|for (?:work|dinner|lunch|breakfast|brunch|supper)|(?:for|to) (?:the|a) show',
  '(?:quick|short|brief) stop',
  'because of the (?:snow|rain|weather|heat|cold|sun)',
  '(?:spots?|spaces?|places?|bays?|slots?|rooms?|one|something|anything|anywhere)' +
    ' (?:left|free|open|going)',
  `free(?= (?:spots?|spaces?|bays?|slots?|stalls?|places?|rooms?))|(?<=${TAKEN} )free`,
  `(?<=\\b(?:be|is|are|any|one|it) )free(?! of)`,
  // Doubt that is only politeness, or is about a time.
  '(?:can|could|would|may|might) (?:i|we|you) (?:maybe|perhaps|possibly)|might (?:i|we|you|there)',
  `probably(?= ${TAKEN_TIME})|(?<=[\\p{L}${TAKEN_THING}],? )who uses?`,
  // Verbs in the past tense that do not describe the past here.
  "(?:\\p{L}+'ve|have|has|you|u) got|got(?= (?:any|an?|some|room|space) )",
  `(?:get|be|need|want) (?:(?:it|me|us|${TAKEN_THING}+|my ${TAKEN_THING}+) )?parked`,
  `e?-?mail(?="? ?[:=])|(?:my|our) e?-?mail(?: is)?(?= ?:? ?${TAKEN_THING})`,
  `e?-?mail (?:me|us) at(?= ${TAKEN_THING})|does(?= ${TAKEN}+ have (?:an?|any|some|room|space)\\b)`,
  "(?:i'd|we'd|would) (?:really )?love|very much|(?<=[:=] ?\"?)true",
  "(?:would|should|could|i'd|we'd|she'd|he'd|for|at|be|b|by|until|need) like",
  `like(?= (?:to|an?|the|some|my|our|${READ}))|let (?:me|us) (?:have|park)`,
  'drop(?:ping)? off|drop(?= (?:my|our|the|a) (?:car|van|vehicle))',
  `(?:leav(?:e|es|ing)|pull(?:ing)?(?: in| up)?)(?! (?:the |at )?${TAKEN})`,
  // Words of place around a name.
  'walking distance (?:of|from|to)|in the (?:vicinity|area|neighbou?rhood|near) of|right by',
  '(?:not )?(?:too )?far (?:from|of)(?<=not (?:too )?far (?:from|of))|around the corner from',
  'close (?:to|by)|next (?:to|door to)|steps from|(?<=(?:^|[,.!;]) ?)on my way to',
  "(?<=(?:'m|im|am|'re|are|be) )on (?:the|my|our) way to",
  `(?:within )?(?:a|an )?${TAKEN_THING}+ (?:walk |away )?(?:of|from|away)`,
  'car park|parking (?:lot|spaces?|spots?|place)',
  // Words of time, before and after the time itself.
  `(?:${anyOf(
    'commencing|commences|start|starts|starting',
    'begin|begins|beginning|end|ends|ending|finish|finishes|finishing',
    'depart|departs|departing|departure|out|back|over|through|gone|done|off|before|after|between',
    'since|the next',
    'check(?:ing)?[ -]?(?:in|out)|pick(?:ed|ing)?(?: up)?|drive off|exit|exiting|inside',
    'until|to|from|during|in|total|max|maximum|up to|at most',
    'no longer than|(?:no|not) more than',
    'length|window|when|pick-?up|return|returning|returns|return by|ready|from then',
  )})${SOFT}${BEFORE_TIME}`,
  `(?<=${TAKEN_TIME} ?)(?:${anyOf(
    'max|maximum|tops|at the latest|at the earliest|latest|or so|from now(?: on)?|away|long',
    'out|later|hence|ahead|in total|total|altogether|sharp|onwards?|and out|straight|or less',
    "time|'?s? time|each|now|for now|i guess|i think|at most|or thereabouts",
  )})(?!\\p{L})`,
  `full(?= ${TAKEN_TIME})|(?:duration|period|total) of(?= ${TAKEN_TIME})`,
  // Words for money and heights around the number.
  `pay(?= ${TAKEN_AMOUNT})`,
  `${anyOf(
    'height|höhe|high|tall|h|clearance|max|maximum',
    'under|below|less than',
  )}${SOFT}${BEFORE_AMOUNT}`,
  `(?<=${TAKEN_AMOUNT} ?)(?:high|tall|in height|clearance|or cheaper)(?!\\p{L})`,
  `(?:don't|dont|do not) (?:wanna|want to) (?:pay|spend)(?= ${TAKEN_AMOUNT})`,
  '(?:intent|action|type|request)"? ?[:=] ?"?(?:reserve|reservation|book|hold|park)',
  // Words around the kind of vehicle.
  `(?:plates?|number|registration)(?= ?[:=]? ?"?${TAKEN})`,
  `(?<=${TAKEN_THING} ?)(?:holder|user|friendly|enabled|space|station|point|up|it)(?!\\p{L})`,
];

export const IGNORED_PHRASES: readonly RegExp[] = PHRASES.map(
  (pattern) => new RegExp(`(?<![\\p{L}\\d'])(?:${pattern})(?![\\p{L}\\d'])`, 'giu'),
);

/** Where a person comes from, with a capital letter. */
export const ORIGIN = new RegExp(
  '(?<!\\p{L})(?:driv|com|fly|travell?|visit|head)(?:e|ing|ying)?(?: (?:in|over|down|up|out))?' +
    " from \\p{Lu}[\\p{L}.'-]+(?: \\p{Lu}[\\p{L}.'-]+){0,2}",
  'gu',
);

/** The writer's name at the end of a letter. */
export const SIGNATURE = new RegExp(
  '(?<!\\p{L})(?:(?:(?:[Kk]ind|[Bb]est|[Ww]arm) )?[Rr]egards|[Mm]any thanks|[Ss]incerely|' +
    '[Mm]it freundlichen Grüßen|[Vv]iele Grüße|[Cc]ordialement|' +
    '[Yy]ours (?:faithfully|sincerely|truly)),? ' +
    '(?!(?:No|Not|Never|Cancel|Forget|Ignore|Sorry|Wait|Or|If|But|Unless|Except|Maybe)(?!\\p{L}))' +
    '\\p{Lu}\\p{Ll}+(?:[ -]\\p{Lu}(?:\\p{Ll}+|\\.))*[.]?$',
  'gu',
);
