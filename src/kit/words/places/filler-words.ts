import { PLACE_CUES } from './place-cues.ts';
import { PARKING_WORDS } from './place-kinds.ts';

const WHO =
  'i me my mine we us our ours you u ur your he him his she her hers it its they them their who ' +
  "i'm i'd i'll i've im ill ive id we're we'd we'll we've you're it's that's what's where's " +
  "he's she's they're there's let's lets someone somebody anyone anybody everyone any1 user " +
  'driver guest guests boys friend friends mate bro bruh dude man guys mum mom dad wife husband ' +
  'kid kids sister brother mother father grandmother person people passenger passengers agent ' +
  'customer client sir madam team';
const DOING =
  "am are is be b been being was were do does did doing done don't dont doesn't doesnt can't " +
  "cant won't wont isn't didn't have has had having get gets got getting gimme give gives given " +
  'go goes going gonna come comes coming arrive arrives arriving arrival leave leaves depart ' +
  'departs departing departure need needs needed want wants wanted wanna would could can may ' +
  'might must shall should will like love prefer prefers find finds finding found look looks ' +
  'looking search searching show book books booking booked reserve reserves reserving reserved ' +
  'reservation hold holds holding keep keeps save grab put set make makes take takes taken took ' +
  'arrange request requests requesting requested dispatch allocate assign secure park parks ' +
  'parked parkin parking drive drives driving drop dropping pick picking pickup wait waits ' +
  'waiting stay stays staying stayin stop stops stopping use uses using pay pays paying paid ' +
  'cost costs start starts starting begin begins beginning end ends ending finish finishing ' +
  'extend charge charges charging charged plug juice bring bringing say says said tell know ' +
  'think guess hope hoping thank thanks thx ty cheers help helps let fancy trouble send mail ' +
  'email contact call text meet meeting see back standing staging handoff left try trying tryna ' +
  'plan planning please kindly sorry switch ignore forget wonder';
const SMALL =
  'a an the this that these those some any anything something nothing anywhere somewhere where ' +
  'what when which why how whether if then than so as and or but n nor not no yes yeah yep nope ' +
  'ok okay k for 4 with without w w/ of also too very really just only even still already again ' +
  'maybe perhaps possibly probably preferably ideally hopefully about around approx ' +
  'approximately roughly because since while during after before b4 between until to there here ' +
  'up out over all both each every either other another else own same more most less least much ' +
  'many few lot lots bit little half next last together anyway actually basically literally ' +
  'though however once per via upto max maximum min minimum total limit tops nearest closest ' +
  'within close far hi hello hey heya hiya yo dear greetings good um uh uhm erm er ah oh hmm mm ' +
  'well right alright lol omg btw fyi asap omw rn tbh haha un une ein eine mit avec por favor ' +
  'einen einem einer bitte danke merci demain pls plz tbd';
const STAY =
  'now soon today tonight tomorrow later early earliest late latest time times timing moment ' +
  'hour hours minute minutes hr hrs mins week weeks weekend month date duration overnight noon ' +
  "midnight morning afternoon evening evenings day night eta arr dep o'clock pm sharp exactly " +
  'space spaces spot spots place places platz plätze stellplatz stellplätze bay bays slot slots ' +
  'stall stalls room position qty quantity count number unit units item session ticket pass ' +
  'permit option options deal price prices pricing priced rate rates cheap cheaper cheapest ' +
  'cheaply inexpensive expensive affordable budget lowest low best better nice nicer great ' +
  'decent quick quickly fast safe convenient easy simple suitable possible available ' +
  'availability free open big large small wide tall high height length long short level site ' +
  'trip errand appointment game match concert dinner lunch breakfast order job snow rain sun ' +
  'heat weather metres meters metre meter feet foot km miles mile blocks block walk walking ' +
  'distance';
const VEHICLE =
  'plate plates licence license registration reg rego vrm vin kennzeichen feature features ' +
  'vehicle vehicles car cars auto autos van vans truck trucks lorry lorries suv bike bikes ' +
  'motorbike motorbikes motorcycle motorcycles moto scooter moped rv camper campers campervan ' +
  'motorhome caravan bus minibus buses coach coaches shuttle shuttles trailer sedan hatchback ' +
  'taxi robotaxi robotaxis robot motor ride fleet delivery deliveries ev evs electric ' +
  'electricity elektroauto charger chargers hybrid wheelchair wheelchairs disabled disability ' +
  'handicap handicapped accessible accessibility accessable invalid badge blue covered covd ' +
  'cvrd cover undercover indoor indoors inside outdoor outdoors roof roofed sheltered shelter ' +
  'underground av autonomous driverless selfdriving self';

/** Words that say something but name no place. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  [WHO, DOING, SMALL, STAY, VEHICLE].flatMap((words) => words.split(' ')),
);

/** Fillers that can make up a name even when it is written without capitals: `back bay`. */
export const ALSO_IN_NAMES: ReadonlySet<string> = new Set(
  'back bay bays blue hope mile miles rain snow sun'.split(' '),
);

/**
 * Whether a word can be in a name: it is no filler, no word of place, no number and none that all
 * lots share.
 */
export function isNameWord(word: string): boolean {
  const lower = word.toLowerCase();
  const isCommon = (part: string) =>
    [FILLER_WORDS, PLACE_CUES, PARKING_WORDS].some((words) => words.has(part));
  return /\p{L}/u.test(word) && !isCommon(lower) && !lower.split('-').every(isCommon);
}
