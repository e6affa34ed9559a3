import { formatDuration, intervalToDuration } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import { type Html, html } from '../../dress/html.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { amount } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import type { LotOfStay } from './lots-of-stays.ts';
import { paymentBadge, plateOf, statusBadge } from './stay-words.ts';

type Pairs = [string, Html | string][];

/** What is known of a stay; times are those of the lot's zone. */
export function stayFacts(visit: Visit, stay: SessionShape, lot: LotOfStay | undefined): Html {
  return html`${definitions([
    ['State', statusBadge(stay)],
    ['Lot', lotOf(visit, stay, lot)],
    ['Plate', plateOf(stay)],
    ...timesOf(stay, lot?.timezone ?? 'UTC'),
    ...moneyOf(stay),
    ...originOf(stay),
    ['Id', html`<code>${stay.id}</code>`],
  ])}
<p class="quiet">Times are those of ${lot?.timezone ?? 'UTC: the lot is not known'}.</p>`;
}

function lotOf({ href }: Visit, { lot_id: id }: SessionShape, lot: LotOfStay | undefined) {
  if (lot === undefined) return html`<code>${id}</code>, which is not listed any more`;
  return lot.isOwn
    ? html`<a href="${href(`/lots/${id}`)}">${lot.name}</a>`
    : `${lot.name} (of another operator)`;
}

function timesOf(stay: SessionShape, zone: string): Pairs {
  const { ended_at: endedAt, duration_minutes: minutes, extended_count: extensions } = stay;
  return [
    ['Began', instant(stay.started_at, zone)],
    [endedAt === null ? 'Booked until' : 'Was booked until', instant(stay.expected_end, zone)],
    ['Ended', instant(endedAt, zone, 'not yet')],
    ...(minutes === null ? [] : ([['Took', durationOf(minutes)]] as Pairs)),
    ...(extensions > 0 ? ([['Extended', `${extensions} times`]] as Pairs) : []),
  ];
}

function durationOf(minutes: number): string {
  const duration = intervalToDuration({ start: 0, end: minutes * millisecondsInMinute });
  return (
    formatDuration(duration, { format: ['months', 'days', 'hours', 'minutes'] }) || '0 minutes'
  );
}

function moneyOf(stay: SessionShape): Pairs {
  const { currency, subtotal, shortfall, authorize_by: authorizeBy } = stay;
  const shown = (units: number | null) => amount(units, currency);
  const costs: Pairs =
    subtotal === null
      ? [['Costs until its end', `about ${shown(stay.estimated_amount)}`]]
      : [
          ['Cost', shown(subtotal)],
          ...(shortfall ? ([['Could not be had', shown(shortfall)]] as Pairs) : []),
          ['Platform fee', shown(stay.platform_fee)],
          ['For the operator of the lot', shown(stay.owner_payout)],
        ];
  return [
    ['Payment', paymentBadge(stay)],
    ...(authorizeBy === null ? [] : ([['To be authorised by', instant(authorizeBy)]] as Pairs)),
    ...costs,
  ];
}

const SOURCES: Readonly<Record<SessionShape['source'], string>> = {
  driver: 'a driver',
  agent: 'an agent',
  api: 'a program',
  fleet: 'a fleet',
  import: 'an import',
};

function originOf(stay: SessionShape): Pairs {
  const { vehicle, agent_name: agent, payment_intent_id: intent } = stay;
  return [
    ['Begun by', agent === null ? SOURCES[stay.source] : `${SOURCES[stay.source]}: ${agent}`],
    ...(vehicle.fleet_id === null ? [] : ([['Fleet', vehicle.fleet_id]] as Pairs)),
    ...(vehicle.autonomous ? ([['Vehicle', 'self-driving']] as Pairs) : []),
    ...(intent === null ? [] : ([['Payment id', html`<code>${intent}</code>`]] as Pairs)),
  ];
}
