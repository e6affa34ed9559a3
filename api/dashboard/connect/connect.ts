import type { Actor } from '../../../src/access/principals/actor.ts';
import { AppError, badField, type FieldProblem } from '../../../src/kit/errors.ts';
import { readMandate } from '../../../src/parking/mandates/read-mandate.ts';
import { type Html, html } from '../../dress/html.ts';
import { CONNECT_PATH } from '../../oauth/paths.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { notice, refusalOf } from '../parts/notice.ts';
import type { Form } from '../visit/form.ts';
import {
  type AppRequest,
  describeInteraction,
  finishConsent,
  refuseConsent,
} from './interaction.ts';
import { readDecision } from './read-decision.ts';
import { FIELDS, type Refused, showRequest } from './show-request.ts';

/**
 * Where a person decides about an app that sent their browser here. It gives out access, as making
 * a key does, so they have proved who they are a short while ago.
 */
export const connectPage: ClosedPage = {
  path: `${CONNECT_PATH}/{uid}`,
  name: 'connectApp',
  isSensitive: 'seen',
  isAlone: true,
  get: async (visit) => showRequest(visit, await describeInteraction(visit)),

  async post(visit, form) {
    const asked = await describeInteraction(visit);
    try {
      return await decide(visit, asked, form);
    } catch (error) {
      const status = error instanceof AppError && error.code === 'FORBIDDEN' ? 403 : 400;
      return { ...showRequest(visit, asked, { form, ...explain(error) }), status };
    }
  },
};

async function decide(visit: Visit, asked: AppRequest, form: Form): Promise<Shown> {
  if (form.decision === 'refuse')
    return leadOn(await refuseConsent(visit), `${asked.clientName} is not connected`);
  if (form.decision !== 'allow') throw badField('decision', 'must be allow or refuse');
  const { api, signIn, requestId } = visit;
  const { limit, ...decided } = readDecision(form);
  const { livemode } = decided;
  const mandate = limit && (await readMandate(api.db, { livemode }, limit));
  const actor: Actor = { type: 'person', id: signIn.memberId, agentPlatform: null, requestId };
  const url = await finishConsent(visit, asked, { ...decided, mandate, actor });
  return leadOn(url, `${asked.clientName} is connected`);
}

/** Why nothing was decided: beside the fields, where it is about those, otherwise above them. */
function explain(error: unknown): Pick<Refused, 'problem' | 'errors'> {
  const details = error instanceof AppError ? error.details : undefined;
  const problems: FieldProblem[] = Array.isArray(details) ? details : [];
  const errors = problems.map(({ field, reason }) => [field.split('.').at(-1), reason] as const);
  const isShown =
    problems.length > 0 && errors.every(([name]) => FIELDS.some((one) => one === name));
  const problem: Html = isShown ? notice('bad', 'Nothing is connected yet.') : refusalOf(error);
  return { problem, errors: isShown ? Object.fromEntries(errors) : {} };
}

function leadOn(url: string, title: string): Shown {
  return {
    title,
    main: html`<p>You are sent back to the app.</p>
<p><a class="button primary" href="${url}">Go on</a></p>`,
    onward: url,
  };
}
