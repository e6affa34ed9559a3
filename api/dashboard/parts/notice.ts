import { AppError } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';

type Kind = 'ok' | 'warn' | 'bad';

/** Something that whoever opened the page should know; an error is read out at once. */
export function notice(kind: Kind, text: Html | string): Html {
  return html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}"><p>${text}
</p></div>
`;
}

/** Why a form was refused, in the words of the API. Throws what is no refusal again. */
export function refusalOf(error: unknown): Html {
  if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
  return notice('bad', sentence(error.message));
}

/** A message of the API as a sentence. */
export function sentence(message: string): string {
  const whole = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
