import type { AuditAction } from '../../../../src/access/audit/audit-actions.ts';
import { html } from '../../../dress/html.ts';
import type { Sentence } from '../said.ts';
import { ACCESS_SENTENCES } from './access.ts';
import { OUTBOUND_SENTENCES } from './outbound.ts';
import { PARKING_SENTENCES } from './parking.ts';

const SENTENCES: Readonly<Record<AuditAction, Sentence>> = {
  ...ACCESS_SENTENCES,
  ...PARKING_SENTENCES,
  ...OUTBOUND_SENTENCES,
};

/** What is done by an action. One that is not known here, of a later version, is called by name. */
export function sentenceOf(action: string): Sentence {
  if (Object.hasOwn(SENTENCES, action)) return SENTENCES[action as AuditAction];
  return ({ thing }) => html`did ${action} to ${thing}`;
}
