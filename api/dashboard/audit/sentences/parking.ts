import { html } from '../../../dress/html.ts';
import { counted } from '../../parts/amount.ts';
import { instant } from '../../parts/instant.ts';
import { changes, type Said, type Sentence, sum, value } from '../said.ts';

const TARIFF = ['base_rate', 'max_daily_rate', 'tariff', 'dynamic', 'billing_step_minutes'];

const at = (one: unknown) => instant(typeof one === 'string' ? one : null, 'UTC', 'not known');
const found = ({ found_count: number, has_more: isMore }: Said['after'], what: string) =>
  typeof number === 'number'
    ? `${isMore === true ? 'at least ' : ''}${counted(number, what)}`
    : `no ${what}`;
/** Of a count: null withdraws it. */
const taken = ({ after }: Said) =>
  after.occupied == null ? 'no count' : counted(Number(after.occupied), 'taken space');

/** `the tariff of Elm Street, CAD 3.00 to CAD 3.50`, or what else of it changed. */
const lotUpdated: Sentence = (said) => {
  const { before, after, thing } = said;
  if (typeof before.base_rate === 'number' && typeof after.base_rate === 'number')
    return html`changed the tariff of ${thing}, ${sum(said, before.base_rate)} to
${sum(said, after.base_rate)}`;
  if (Object.keys(before).some((name) => TARIFF.includes(name)))
    return html`changed the tariff of ${thing}`;
  if ('scheduled' in before) return html`planned a tariff of ${thing}`;
  return html`changed ${thing}: ${changes(said)}`;
};

/** What happens to lots, stays, their money and holds. */
export const PARKING_SENTENCES = {
  'lot.created': ({ thing }) => html`made ${thing}`,
  'lot.updated': lotUpdated,
  'lot.deleted': ({ thing }) => html`deleted ${thing}`,
  'occupancy.reported': (said) => html`reported ${taken(said)} at ${said.thing}`,
  'occupancy.reported_late': (said) =>
    html`reported ${taken(said)} at ${said.thing} for ${at(said.after.at)}, when a later count was
known`,
  'occupancy.imported': ({ after }) =>
    html`imported ${counted(Number(after.count_count ?? 0), 'count')} of taken spaces`,
  'local_event.created': ({ after }) =>
    html`announced ${value(after.name)}, from ${at(after.starts_at)} to ${at(after.ends_at)}`,
  'local_event.deleted': () => 'deleted a local event',
  'lots.searched': ({ after }) => html`searched for lots, and found ${found(after, 'lot')}`,
  'session.searched': ({ after }) => html`looked up a plate, and found ${found(after, 'stay')}`,
  'session.created': ({ thing, after, named }) =>
    html`began ${thing} at ${named(after.lot_id)}, until ${at(after.expected_end)}`,
  'session.extended': (said) =>
    html`extended ${said.thing} until ${at(said.after.expected_end)}, about
${sum(said, said.after.estimated_amount)}`,
  'session.closed': (said) =>
    html`ended ${said.thing} at ${said.named(said.after.lot_id)} for
${sum(said, said.after.subtotal)}`,
  'session.imported': (said) =>
    html`imported ${said.thing} at ${said.named(said.after.lot_id)} of
${sum(said, said.after.subtotal)}`,
  'payment.authorized': (said) => html`set ${sum(said, said.after.amount)} aside for ${said.thing}`,
  'payment.completed': (said) => html`charged ${sum(said, said.after.amount)} for ${said.thing}`,
  'payment.failed': (said) =>
    html`could not charge ${sum(said, said.after.amount)} for ${said.thing}`,
  'refund.created': (said) => html`refunds ${sum(said, said.after.amount)} of ${said.thing}`,
  'refund.succeeded': ({ thing }) => html`paid a refund of ${thing} back`,
  'refund.failed': ({ thing }) => html`could not pay a refund of ${thing} back`,
  'hold.created': ({ after, named }) =>
    html`held ${counted(Number(after.space_count ?? 1), 'space')} at ${named(after.lot_id)}, from
${at(after.starts_at)} to ${at(after.ends_at)}`,
  'hold.activated': ({ after, named }) => html`began ${named(after.session_id)} from a hold`,
  'hold.canceled': () => 'let go of a hold',
  'hold.expired': () => 'let a hold run out',
} as const satisfies Readonly<Record<string, Sentence>>;
