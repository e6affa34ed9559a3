import { expect } from 'vitest';
import { instantAt, localTimeAt } from '../../../../src/kit/words/times/local-time.ts';
import type { Intent } from '../../../../src/parking/intents/intent.ts';

/** What a part of a sentence means, as fields of an intent. */
type Meaning = Partial<Intent> & { place?: string };
type Part = { text: string; means: Meaning };
type Draw = {
  integer(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
};
type Context = { now: Date; timezone: string };

const MINUTE_MS = 60_000;
const DAYS = ['today', 'tomorrow', 'the day after tomorrow'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A sentence made of parts in some order, with its meaning composed of theirs. */
export function composeIntent(draw: Draw, context: Context): Part {
  const lead = draw.pick(['Book', 'please reserve', 'I need', 'can I get', 'hold', '']);
  const count = draw.pick([countPart, onePart])(draw);
  const place = placePart(draw);
  const when = draw.pick([windowPart, startPart, soonPart, stayPart])(draw, context);
  const more = [featurePart, pricePart, platePart, heightPart]
    .filter(() => draw.integer(0, 1) === 1)
    .map((part) => part(draw))
    .toSorted(() => draw.integer(0, 1) - 0.5);
  const [first, second] = draw.pick([
    [place, when],
    [when, place],
  ]);
  const text = [[lead, count.text, first?.text, second?.text].filter(Boolean).join(' ')]
    .concat(more.map((part) => part.text))
    .join(draw.pick([', ', '. ', '; ']));
  const parts = [count, place, when, ...more];
  return { text, means: Object.assign({}, ...parts.map((part) => part.means)) };
}

function onePart(draw: Draw): Part {
  return { text: draw.pick(['a spot', 'a parking space', 'parking']), means: { spaceCount: 1 } };
}

function countPart(draw: Draw): Part {
  const count = draw.integer(2, 12);
  const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const said = draw.pick([String(count), words[count - 2] ?? String(count)]);
  return {
    text: `${said} ${draw.pick(['spaces', 'spots', 'parking spaces', 'bays'])}`,
    means: { spaceCount: count },
  };
}

function placePart(draw: Draw): Part {
  const place = draw.pick([
    'Maple Court Garage',
    'Green P 36',
    'Q-Park Soho',
    '220 Yonge Street',
    'Parkhaus Büchel',
    "St. John's",
    'Terminal 5',
    'Bloor & Yonge',
    '12 May Street',
    'the Rogers Centre',
  ]);
  return {
    text: `${draw.pick(['at', 'near'])} ${place}`,
    means: { place: place.replace('the ', '') },
  };
}

/** `tomorrow from 9:15am to 17:00`: both ends have unambiguous clock times. */
function windowPart(draw: Draw, context: Context): Part {
  const local = localTimeAt(context.now, context.timezone);
  const ahead = draw.integer(1, 2);
  const from = draw.integer(0, 1380 / 5) * 5;
  const to = from + draw.integer(1, (1435 - from) / 5) * 5;
  const says = draw.pick([
    ['from', 'to'],
    ['from', 'until'],
    ['between', 'and'],
    ['', '-'],
  ]);
  const day = draw.pick([DAYS[ahead] ?? '', weekdayAhead(local.day, ahead)]);
  const clock = draw.pick(CLOCKS);
  const text = [day, says[0], clock(from), says[1], clock(to)].filter(Boolean).join(' ');
  const at = (minute: number) => instantAt({ day: local.day + ahead, minute }, context.timezone);
  return { text, means: { startsAt: at(from), endsAt: at(to) } };
}

/** `on Friday at 9am for 2 hours`. */
function startPart(draw: Draw, context: Context): Part {
  const local = localTimeAt(context.now, context.timezone);
  const ahead = draw.integer(1, 6);
  const minute = draw.integer(0, 95) * 15;
  const startsAt = instantAt({ day: local.day + ahead, minute }, context.timezone);
  const { text, minutes } = duration(draw);
  return {
    text: `on ${weekdayAhead(local.day, ahead)} at ${draw.pick(CLOCKS)(minute)} for ${text}`,
    means: { startsAt, durationMinutes: minutes, endsAt: after(startsAt, minutes) },
  };
}

/** `in 20 minutes for 2 hours`, `20 min from now for an hour`. */
function soonPart(draw: Draw, { now }: Context): Part {
  const minutes = draw.integer(5, 240);
  const startsAt = after(now, minutes);
  const stay = duration(draw);
  const wait = `${minutes} ${draw.pick(['minutes', 'min', 'mins'])}`;
  return {
    text: `${draw.pick([`in ${wait}`, `${wait} from now`])} for ${stay.text}`,
    means: { startsAt, endsAt: after(startsAt, stay.minutes), durationMinutes: stay.minutes },
  };
}

/** `for 2 hours`, `for 2 hours from now`. */
function stayPart(draw: Draw): Part {
  const { text, minutes } = duration(draw);
  return {
    text: `for ${text}${draw.pick(['', ' from now'])}`,
    means: { startsAt: null, endsAt: null, durationMinutes: minutes },
  };
}

function duration(draw: Draw): { text: string; minutes: number } {
  const hours = draw.integer(2, 9);
  return draw.pick([
    { text: `${hours} hours`, minutes: hours * 60 },
    { text: `${hours}h`, minutes: hours * 60 },
    { text: `${hours}h30`, minutes: hours * 60 + 30 },
    { text: `${hours} and a half hours`, minutes: hours * 60 + 30 },
    { text: `${hours} hours 15 minutes`, minutes: hours * 60 + 15 },
    { text: 'an hour', minutes: 60 },
    { text: 'half an hour', minutes: 30 },
    { text: 'an hour and a half', minutes: 90 },
    { text: `${hours * 10} minutes`, minutes: hours * 10 },
    { text: `${hours}.5 hours`, minutes: hours * 60 + 30 },
    { text: `${hours} days`, minutes: hours * 1440 },
  ]);
}

function featurePart(draw: Draw): Part {
  return draw.pick<Part>([
    { text: 'with a charger', means: { features: ['ev_charging'] } },
    { text: 'EV charging please', means: { features: ['ev_charging'] } },
    { text: 'wheelchair accessible', means: { features: ['accessible'] } },
    { text: 'blue badge', means: { features: ['accessible'] } },
    { text: 'covered', means: { features: ['covered'] } },
    {
      text: 'it must be covered and have a charger',
      means: { features: ['ev_charging', 'covered'] },
    },
    { text: 'no charger needed', means: { features: [] } },
  ]);
}

function pricePart(draw: Draw): Part {
  const amount = draw.pick(['5', '4.50', '12', '0.75', '20']);
  const [sign, currency, currencies] = draw.pick<[string, string | null, string[]]>([
    ['$', null, expect.arrayContaining(['cad', 'usd'])],
    ['€', 'eur', ['eur']],
    ['£', 'gbp', ['gbp']],
  ]);
  const cue = draw.pick(['max ', 'under ', 'no more than ', '']);
  const [unit, per] = draw.pick<[string, 'hour' | 'day' | 'total']>([
    ['/h', 'hour'],
    [' an hour', 'hour'],
    [' per day', 'day'],
    [' in total', 'total'],
  ]);
  return {
    text: `${cue}${sign}${amount}${unit}`,
    means: { maxRate: { amount, currency, currencies, per } },
  };
}

function platePart(draw: Draw): Part {
  const plate = draw.pick(['ABC 123', 'AB12 CDE', '7XYZ123', 'B-MW 1234', 'CKAB 482']);
  const cue = draw.pick(['plate', 'licence plate:', 'registration', 'my plate is', 'reg']);
  const means = { plate: plate.replace(/[ -]/g, ''), plateTexts: [plate] };
  return { text: `${cue} ${plate}`, means };
}

function heightPart(draw: Draw): Part {
  const [text, heightCm] = draw.pick<[string, number]>([
    ['2.1m high', 210],
    ['1,95 m tall', 195],
    ['210 cm', 210],
    ['7 ft tall', 213],
    ['6\'8" high', 203],
  ]);
  return {
    text: `van, ${text}`,
    means: { vehicle: { isAutonomous: false, heightCm, kind: 'van' } },
  };
}

function weekdayAhead(day: number, ahead: number): string {
  // 1970-01-01 was a Thursday.
  return WEEKDAYS[(day + ahead + 4) % 7] ?? '';
}

function after(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}

/** Ways to write minutes since midnight; both ends of a window use the same one. */
const CLOCKS = [clockOf24, clockOf12, shortClock] as const;

function clockOf24(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((one) => String(one).padStart(2, '0'))
    .join(':');
}

function clockOf12(minute: number): string {
  const hour = Math.floor(minute / 60);
  const rest = String(minute % 60).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? 'am' : 'pm'}`;
}

/** `9am` for a whole hour. */
function shortClock(minute: number): string {
  return clockOf12(minute).replace(':00', '').replace(' ', '');
}
