import { newId } from '../../../src/access/ids.ts';
import type { TestApi, TestKey } from '../../api/client.ts';
import { cookiesOf, inviteTo, postForm } from '../../api/dashboard/visitor.ts';
import { addApp } from '../../api/oauth/add-app.ts';
import { rename } from '../../api/oauth/stage.ts';
import { ATTEMPT, webhooksOf } from '../../api/v1/webhooks/operator.ts';
import { addInvoice } from '../../src/money/invoices/billing.ts';
import type { NewTexts, Written } from './texts.ts';

const NAME_LENGTH_MAX = 200;
const LONG = 500;
/** As much as is stored of what a browser calls itself. */
const AGENT_LENGTH_MAX = 60;
const ASCII = /^[ -~]+$/;

/**
 * Writes hostile texts that come by other ways than operations; `written` gets each by its way.
 * Returns the cookies of somebody who joined last, whose name and browser are hostile, too.
 */
export async function writeElsewhere(
  api: TestApi,
  key: TestKey,
  newTexts: NewTexts,
  written: Written,
): Promise<string> {
  const { operatorId } = key;

  /** Writes each text, one after another; `one` answers false where a text is refused. */
  async function write(way: string, lengthMax: number, one: (text: string) => Promise<unknown>) {
    const { mark, plain } = newTexts(lengthMax);
    const texts: string[] = [];
    for (const text of plain) if ((await one(text)) !== false) texts.push(text);
    if (texts.length === 0) throw new Error(`nothing was taken as the ${way}`);
    written.set(way, { mark, texts });
  }

  let cookie = '';
  async function join(name: string, headers = {}): Promise<boolean> {
    const joined = await postForm(api, await inviteTo(api, operatorId), { name }, headers);
    const isIn = joined.status === 303;
    if (isIn) cookie = cookiesOf(joined).join('; ');
    return isIn;
  }
  await write('name of the operator', NAME_LENGTH_MAX, (name) => rename(api, operatorId, name));
  await addInvoice(api.database, { operatorId });
  await write('name of an app', NAME_LENGTH_MAX, (name) =>
    addApp(api.database, operatorId, { name }),
  );
  await write('answer of a webhook', LONG, (answer) => answerWebhook(api, key, answer));
  await write('name of a member', NAME_LENGTH_MAX, (name) => join(name));
  await write('name of a browser', AGENT_LENGTH_MAX, async (agent) =>
    ASCII.test(agent) ? join('Ada', { 'user-agent': agent }) : false,
  );
  await write('name of a passkey', NAME_LENGTH_MAX, (name) =>
    api.database.sql(
      `insert into passkeys (passkey_id, person_id, credential_id, public_key, name)
       select $1, person_id, $1, '\\x00', $2 from people order by created_at desc limit 1`,
      [newId('psk'), name],
    ),
  );
  return cookie;
}

/** A receiver refuses a delivery with this body. */
async function answerWebhook(api: TestApi, key: TestKey, answer: string): Promise<void> {
  const webhooks = webhooksOf(api);
  await webhooks.made(key, { events: ['occupancy.changed'] });
  await webhooks.happened(key, 'occupancy.changed');
  await webhooks.relay();
  const failed = { ...ATTEMPT, status: 500, failure: 'answered 500', answer };
  const sent = await webhooks.send({ outcome: 'failed', attempt: failed });
  if (sent.length === 0) throw new Error('nothing was delivered');
}
