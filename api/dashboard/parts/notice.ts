import { AppError } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';

type Kind = 'ok' | 'warn' | 'bad';

/** Something that whoever opened the page should know; an error is read out at once. */
export function notice(kind: Kind, text: Html | string): Html {
  return html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}"><p>${text}
</p></div>
`;
}

/** Of a form that was sent twice, in place of what the first answer alone shows. */
export const sentBefore = notice(
  'warn',
  'This form was sent before, and did its work then. What is shown once was in that answer: if ' +
    'you did not see it, ask for a new one.',
);

/** Why a form was refused, in the words of the API. Throws what is no refusal again. */
export function refusalOf(error: unknown): Html {
  if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
  return notice('bad', sentence(error.message));
}

const RATE_LIMITED = 429;
const BAD_REQUEST = 400;

/** The status of a page that says so. */
export function refusedStatus(error: unknown): number {
  return error instanceof AppError && error.code === 'RATE_LIMITED' ? RATE_LIMITED : BAD_REQUEST;
}

/** A message of the API as a sentence. */
export function sentence(message: string): string {
  const whole = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
