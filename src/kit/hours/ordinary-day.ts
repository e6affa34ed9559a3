import { minutesInDay } from 'date-fns/constants';
import { type HoursAnswer, OPEN_STATES } from './hours-question.ts';
import { hoursThreads } from './hours-threads.ts';
import { questionOf } from './hours-weeks.ts';

/** A Wednesday in no holidays and no school holidays of COUNTRY. */
const ORDINARY_DAY = Date.UTC(2026, 4, 20);
const COUNTRY = 'AT';

const [OPEN, UNKNOWN] = [OPEN_STATES.indexOf('open'), OPEN_STATES.indexOf('unknown')];

/**
 * For each of these opening hours, in how many minutes of an ordinary Wednesday a lot with them is
 * open, wherever it is. null: they cannot be read, leave it open, depend on the sun, or take too
 * long to compute.
 */
export async function findOpenMinutes(texts: readonly string[]): Promise<(number | null)[]> {
  const minutes = texts.map((): number | null => null);
  function* questions() {
    for (const [i, opening_hours] of texts.entries()) {
      const schedule = { openingHours: opening_hours, country: COUNTRY, state: null };
      const question = questionOf(schedule, ORDINARY_DAY, 1);
      const take = (answer: HoursAnswer | undefined) => {
        minutes[i] = openMinutesOf(answer);
      };
      if (question !== undefined) yield { question, take };
    }
  }
  await hoursThreads.ask(questions());
  return minutes;
}

function openMinutesOf(answer: HoursAnswer | undefined): number | null {
  if (answer === undefined || 'problem' in answer) return null;
  const spans = Array.from(answer.states, (state, i) => {
    const from = answer.minutes[i] ?? 0;
    return { state, minutes: Math.min(answer.minutes[i + 1] ?? minutesInDay, minutesInDay) - from };
  }).filter(({ minutes }) => minutes > 0);
  if (spans.some(({ state }) => state === UNKNOWN)) return null;
  return spans.reduce((sum, { state, minutes }) => sum + (state === OPEN ? minutes : 0), 0);
}
