/**
 * Words that say nothing about what is to be held, in any position. Every word in this list is
 * ignored in every text. So it must not exclude, compare, count, date, place, repeat or set a
 * condition, nor ask for anything that a lot or a stay can have.
 */
const WHO =
  'i me my mine we us our ours you u ur your yours he him his she her it its they them their ' +
  "i'm i'd i'll i've im ill ive we're we'd we'll we've you're it's it'll he's she's they're " +
  "there's let's lets someone somebody anyone anybody user driver guest guests friend friends " +
  'mate bro bruh dude man guys boys mum mom dad wife husband partner kid kids son daughter ' +
  'sister brother mother father parents grandmother grandma grandpa family boss colleague ' +
  "person people passenger passengers agent customer client sir madam team mum's dad's wife's";
const ASKING =
  'am is are be b being do have having has get getting gets gimme give ' +
  'go going goes gonna come coming comes need needs needed want wants wanted wanna would ' +
  'could can may must shall should will find finding look looking search ' +
  'searching book booking reserve reserving hold keep save grab snag put set ' +
  'make makes making take taking arrange request requesting dispatch allocate assign sort ' +
  'park parks parking parkin drive driving drivin waiting stay stays ' +
  'staying stayin stand standing staging use uses using help thank thanks thx ty ta cheers ' +
  'please kindly plan planning try trying tryna trynna hope hoping grateful appreciate bring ' +
  'bringing arrive arrives arriving arrival fit fits see ' +
  'seeing meet meeting visit visiting rolling heading headed land lands landing ' +
  'fly flying pop popping sit sits store squeeze spare requires require required dep arr eta ' +
  'etd keen fancy gettin gotta stage secure securing asks requests obliged hereby ' +
  'kindest pray wish wishes';
const SMALL =
  'a an the this that these those some any anything something somewhere anywhere so as and ' +
  'also too very really just only even with w for to at on in by of til ' +
  'here there about around approx approximately roughly say preferably ' +
  'ideally hopefully near nearby close closest nearest beside vicinity adjacent ' +
  'into onto round jus any1 sumthin ayo qty quantity count req thing yes yeah yep ok ' +
  'okay k hi hello hey heya hiya yo dear greetings um uh uhm erm er ah oh hmm mm well right ' +
  'alright lol omg btw fyi omw tbh haha ahead actually basically literally sharp exactly  ' +
  'anyway which basis eh siri alexa behalf via plsss plss plzz lowkey ' +
  'details detail duration';
const THINGS =
  'space spaces spot spots place places bay bays slot slots stall stalls room lot lots ' +
  'carpark platz plätze stellplatz stellplätze parkplatz car-park reservation city town ' +
  'downtown central vehicle vehicles car option deal location loc site motor ' +
  'ride wheels feature features available availability suitable ' +
  'possible open hire rental fleet delivery birthday honda civic toyota ford bmw audi mercedes ' +
  'luton nissan kia hyundai volvo mazda fiat renault peugeot skoda vw volkswagen type brand ' +
  'colour color red white black silver grey gray cargo';
const OTHER_LANGUAGES =
  'un una une ein eine einen einem einer der die das den dem le la les los las el de du des ' +
  'del ich wir brauche brauchen möchte möchten hätte hätten gerne gern am im je voudrais ' +
  'voudrions nous quiero quisiera necesito queremos svp merci danke gracias favor por hallo ' +
  'bonjour beaucoup hola ciao salut guten buenos días avec mit con en à au aux o zum zur einmal ' +
  'plaza plazas reserva réservez reservez pourriez puede partir ' +
  "reservar réserver reservieren parken garer estacionar d'une s'il vous plaît plait";

/**
 * Why and for whom a person parks. In `wedding at Lot A, 3-5pm` such a word is not a wish to park.
 */
const OCCASIONS =
  'ferry flight train plane job trip errand appointment dentist doctor game match ' +
  'concert gig party wedding married recital practice shopping meetings meeting ' +
  'interview gala ceremony chapel church theatre theater hearing deposition conference seminar ' +
  'rehearsal instruction minister mayor vote council deadline matinee funeral service mass ' +
  'caterer photographer crew band speaker speakers judge judges lady gent gentleman bloke lad ' +
  'lass counsel lawyer nurse chef plumber electrician technician courier mrs mr ms assistant ' +
  'principal undersigned bride groom tenant visitor visitors ' +
  'student students teacher attending attend trouble nap peace camera press ' +
  'coffee lunch dinner breakfast brunch supper drinks tickets haircut errands jury duty desk ' +
  'grandparents cousin aunt uncle in-laws colleagues opera market yoga piano lesson choir ' +
  'parcel shift auditor outing baby shower catering company thanksgiving christmas xmas quick ' +
  'subaru polestar';

export const OCCASION_WORDS: ReadonlySet<string> = new Set(OCCASIONS.split(' '));
export const IGNORED_WORDS: ReadonlySet<string> = new Set(
  [WHO, ASKING, SMALL, THINGS, OTHER_LANGUAGES].flatMap((words) => words.split(' ')),
);
