import { AppError } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Operation } from '../../operation.ts';
import type { AuditShape } from '../../v1/audit/audit-shape.ts';
import type { AppShape } from '../../v1/connected-apps/app-shape.ts';
import { listConnectedAppsOperation } from '../../v1/connected-apps/list.ts';
import { getKeyOperation } from '../../v1/keys/get.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listKeysOperation } from '../../v1/keys/list.ts';
import { getLotOperation } from '../../v1/lots/get.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { listMembersOperation } from '../../v1/members/list.ts';
import type { MemberShape } from '../../v1/members/member-shape.ts';
import { listWebhooksOperation } from '../../v1/webhooks/list.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { mayCall } from '../visit/may-call.ts';
import type { Members } from './said.ts';

type Named = Readonly<{
  name: string;
  currency?: string;
  /** Where its page is, if it is not where that of its kind is. */
  page?: string;
}>;

export type Names = Readonly<{
  /** What has this id, by its name where it is known; a link where there is a page about it. */
  of(id: unknown): Html | string;
  currencyOf(id: unknown): string | undefined;
}>;

/** Of a list: what is older is called by its id. */
const LISTED = 100;
/** Lots of a page that are looked up. */
const LOTS_MAX = 20;
const LOT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** The names of what the audit rows of a page are about, and of who did it. */
export async function namesOf(visit: Visit, rows: readonly AuditShape[]): Promise<Names> {
  const [keys, apps, members, webhooks, lots] = await Promise.all([
    listed<KeyShape>(visit, listKeysOperation),
    listed<AppShape>(visit, listConnectedAppsOperation),
    listed<MemberShape>(visit, listMembersOperation),
    listed<WebhookShape>(visit, listWebhooksOperation),
    lotsOf(visit, rows),
  ]);
  const known = new Map<string, Named>([
    ...[...keys, ...members].map(({ id, name }) => [id, { name }] as const),
    ...apps.map(({ id, name }) => [id, { name, page: '/apps/' }] as const),
    ...webhooks.map(({ id, url, description }) => [id, { name: description ?? url }] as const),
    ...lots.map(({ id, name, currency }) => [id, { name, currency }] as const),
  ]);
  return {
    of: (id) => (typeof id === 'string' ? nameOf(visit, id, known.get(id)) : 'something'),
    currencyOf: (id) => (typeof id === 'string' ? known.get(id)?.currency : undefined),
  };
}

async function listed<T>(visit: Visit, operation: Operation): Promise<T[]> {
  if (!mayCall(visit, operation)) return [];
  const query = { limit: LISTED };
  return (await visit.call<{ data: T[] }>(operation, { query })).data;
}

async function lotsOf(visit: Visit, rows: readonly AuditShape[]) {
  const mentioned = rows.flatMap(({ entity_id: id, diff }) => {
    const { after, ...beside }: Members = diff;
    return [id, beside.lot_id, (after as Members | undefined)?.lot_id];
  });
  const ids = new Set(mentioned.filter((id) => typeof id === 'string' && LOT_ID.test(id)));
  const asked = [...ids].slice(0, LOTS_MAX).map((id) => lotOf(visit, String(id)));
  return (await Promise.all(asked)).filter((lot) => lot !== undefined);
}

/** Undefined for what is no lot, or is one no more. */
async function lotOf({ call }: Visit, id: string): Promise<OperatorLotShape | undefined> {
  try {
    const params = { lot_id: id };
    return (await call<{ lot: OperatorLotShape }>(getLotOperation, { params })).lot;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

type Kind = Readonly<{ of: RegExp; what: string; page?: string; needs?: Operation }>;

/** What ids begin with, what they are of, and the page about one. */
const KINDS: readonly Kind[] = [
  { of: LOT_ID, what: 'the lot', page: '/lots/' },
  { of: /^key_/, what: 'the key', page: '/keys/', needs: getKeyOperation },
  { of: /^mem_/, what: 'the member', page: '/members/' },
  { of: /^wh_/, what: 'the webhook', page: '/webhooks/' },
  { of: /^ses_/, what: 'the stay', page: '/stays/' },
  { of: /^inv_/, what: 'the invoice', page: '/invoices/' },
];

function nameOf(visit: Visit, id: string, { name, page: own }: Partial<Named> = {}): Html {
  const kind = KINDS.find(({ of }) => of.test(id));
  if (kind === undefined) return html`<bdi>${name ?? id}</bdi>`;
  const page = own ?? kind.page;
  const text = html`<bdi>${name ?? `${kind.what} …${id.slice(-SHOWN_ID_END)}`}</bdi>`;
  const isOpen = page !== undefined && (kind.needs === undefined || mayCall(visit, kind.needs));
  return isOpen ? html`<a href="${visit.href(page + id)}">${text}</a>` : text;
}

/** As much of an id as tells two of them apart in a list. */
const SHOWN_ID_END = 6;
