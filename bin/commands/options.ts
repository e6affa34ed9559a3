import { InvalidArgumentError, Option } from 'commander';
import { millisecondsInDay } from 'date-fns/constants';

export type Mode = 'live' | 'test';

/** Which of the two modes a command writes to. */
export function modeOption(): Option {
  return new Option('--mode <mode>', 'live or test mode').choices(['live', 'test']).default('live');
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A day that is written as a date, counted from 1970-01-01. */
export function readDay(text: string): number {
  const at = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text))
    throw new InvalidArgumentError('must be a date like 2026-11-01.');
  return at / millisecondsInDay;
}
