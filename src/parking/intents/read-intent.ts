import { take } from '../../kit/words/text/mapped-text.ts';
import { type Span, TAKEN_AMOUNT, TAKEN_THING, TAKEN_TIME } from '../../kit/words/text/span.ts';
import { resolveWindow } from '../../kit/words/times/resolve-window.ts';
import { readUnaccounted } from './account/read-unaccounted.ts';
import type { Intent } from './intent.ts';
import type { ReadText } from './read-text.ts';

/** When and where a text is read: `timezone` is the IANA name of the zone of its times. */
type IntentContext = { now: Date; timezone: string };

/**
 * What a text means at an instant and in a zone. Every word is understood, or known to say nothing,
 * or reported as a problem.
 */
export function readIntent(read: ReadText, context: IntentContext): Intent {
  const { window, spans } = resolveWindow(read.times, context);
  const { timeProblem } = window;
  return {
    ...window,
    ...read.stated,
    problems: [
      ...read.problems,
      ...(timeProblem === null ? [] : [{ part: 'time', reason: timeProblem, text: null } as const]),
      ...unaccountedIn(read, spans).map(
        (text) => ({ part: 'words', reason: 'not_accounted_for', text }) as const,
      ),
    ],
  };
}

/** Whether every word of a text is understood or known to say nothing, whenever it is read. */
export function isAccountedFor(read: ReadText): boolean {
  return unaccountedIn(read, read.times.marks).length === 0;
}

function unaccountedIn(read: ReadText, times: readonly Span[]): string[] {
  const { source, spoken, amounts, things } = read;
  const timed = take(spoken, times, TAKEN_TIME);
  const rest = take(take(timed, amounts, TAKEN_AMOUNT), things, TAKEN_THING);
  return readUnaccounted(source, rest, spoken);
}
