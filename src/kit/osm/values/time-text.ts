/** Units of time in words, as map data, car parks and their web sites write them. */
const MINUTES_BY_UNIT = new Map(
  Object.entries({
    1: 'min mins minute minutes minuten minuto minutos minuti 分',
    60: `h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur timme timmar
      godz godzina hod hodina час 時間`,
    1440: 'd day days tag tage',
  }).flatMap(([minutes, words]) =>
    words.split(/\s+/).map((word) => [word, Number(minutes)] as const),
  ),
);

/** Parts of an hour that are written as words. */
const PART_OF_HOUR = /^(?:(half|½)|(quarter|¼))(?: an| of an)? ?(?:hour|hr|h)$/;
const HALF_HOUR = 30;
const QUARTER_HOUR = 15;

const PERCENT = 100;

/** `isCounted`: a number was written (`1 hour`), not the unit alone (`hour`). */
type Duration = { minutes: number; isCounted: boolean };

/**
 * `30 minutes`, `1.5h`, `half hour`, `hour`; undefined for anything else, and for what is not a
 * whole number of minutes.
 */
export function readDuration(text: string): Duration | undefined {
  const plain = text.toLowerCase();
  const [isPart, half] = PART_OF_HOUR.exec(plain) ?? [];
  if (isPart) return { minutes: half ? HALF_HOUR : QUARTER_HOUR, isCounted: true };
  const [, count, word = ''] = /^(?:(\d{1,5}(?:[.,]\d{1,2})?) ?)?(\p{L}+)\.?$/u.exec(plain) ?? [];
  const unit = MINUTES_BY_UNIT.get(word);
  if (unit === undefined) return undefined;
  // In hundredths, because 1.15 x 60 is no whole number in binary.
  const hundredths = Math.round(Number((count ?? '1').replace(',', '.')) * PERCENT) * unit;
  if (hundredths === 0 || hundredths % PERCENT !== 0) return undefined;
  return { minutes: hundredths / PERCENT, isCounted: count !== undefined };
}
