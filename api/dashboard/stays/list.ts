import { TZDate } from '@date-fns/tz';
import { addDays, isValid, parseISO } from 'date-fns';
import { badField } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import { listLotsOperation } from '../../v1/lots/list.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { listSessionsOperation } from '../../v1/sessions/list.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import { SESSION_STATUSES } from '../../v1/sessions/session-status.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { choice, field } from '../parts/field.ts';
import { refusalOf } from '../parts/notice.ts';
import { nextPage } from '../parts/table.ts';
import { plateForm } from './plate-form.ts';
import { stayTable } from './stay-table.ts';
import { STATUS_WORDS } from './stay-words.ts';

export type Stays = { data: SessionShape[]; next_cursor: string | null };
type Lots = { data: OperatorLotShape[]; has_more: boolean };

/** Stays of a page. */
export const STAYS_SHOWN = 25;
/** Up to so many lots are chosen from a list; others are named by their id. */
const LOTS_CHOSEN_MAX = 100;

export const staysPage: ClosedPage = {
  path: '/dashboard/stays',
  name: 'dashboardStays',

  async get(visit) {
    const { call, query } = visit;
    const lots = await call<Lots>(listLotsOperation, { query: { limit: LOTS_CHOSEN_MAX } });
    const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? undefined]));
    const found = await findStays(visit, filter, lots.data).catch((error) => ({
      problem: refusalOf(error),
    }));
    const isFiltered = Object.values(filter).some(Boolean);
    const shown =
      'problem' in found
        ? found.problem
        : html`${await stayTable(visit, found.data, isFiltered ? NONE_FOUND : NONE_YET)}
${older(visit, filter, found.next_cursor)}`;
    return {
      ...('problem' in found && { status: 400 }),
      title: 'Stays',
      main: html`${plateForm(visit)}
<p><a href="${visit.href('/refunds')}">Refunds that wait</a></p>
${filterForm(visit, filter, lots)}
${shown}`,
    };
  },
};

const FILTERS = ['status', 'lot_id', 'from', 'to'] as const;
type Filter = Partial<Record<(typeof FILTERS)[number], string | undefined>>;

const NONE_YET = html`<h2>No stay yet</h2>
<p>A stay appears here when a driver, an agent or one of your programs begins one.</p>`;
const NONE_FOUND = html`<h2>No stay like this</h2><p>Try fewer filters.</p>`;

/** Days begin in the zone of the lot that is asked for, and otherwise in UTC. */
async function findStays(
  { call, query }: Visit,
  filter: Filter,
  lots: readonly OperatorLotShape[],
): Promise<Stays> {
  const { status, lot_id, from, to } = filter;
  const zone = lots.find((lot) => lot.id === lot_id)?.timezone ?? 'UTC';
  return call<Stays>(listSessionsOperation, {
    query: {
      ...{ status: status || undefined, lot_id: lot_id || undefined },
      ...{ created_after: dayIn('from', from, zone, 0), created_before: dayIn('to', to, zone, 1) },
      ...{ limit: STAYS_SHOWN, cursor: query.get('cursor') ?? undefined },
    },
  });
}

/** When the day begins that is so many days after a date. BAD_REQUEST naming the field. */
function dayIn(name: string, date: string | undefined, zone: string, days: number) {
  if (date === undefined || date === '') return undefined;
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !isValid(parseISO(date)))
    throw badField(name, 'must be a day, such as 2026-11-20');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const begin = addDays(new TZDate(year, month - 1, day, zone), days);
  return new Date(begin.getTime()).toISOString();
}

function older({ href }: Visit, filter: Filter, cursor: string | null): Html | null {
  return nextPage(href('/stays', { ...filter, cursor: cursor ?? undefined }), cursor);
}

function filterForm({ href, livemode }: Visit, filter: Filter, lots: Lots): Html {
  return html`<form method="get" action="${href('/stays')}" class="filter">
${!livemode && html`<input type="hidden" name="mode" value="test">`}
${choice({ name: 'status', label: 'State', value: filter.status ?? '' }, [
  ['', 'Any'],
  ...SESSION_STATUSES.map((status) => [status, STATUS_WORDS[status][1]] as const),
])}
${lotField(filter, lots)}
${field({ name: 'from', label: 'Booked from', type: 'date', value: filter.from })}
${field({ name: 'to', label: 'Booked until', type: 'date', value: filter.to })}
<div class="row"><button>Show</button>
<a class="button plain" href="${href('/stays')}">All stays</a></div>
</form>
<p class="quiet">Times are those of each lot's zone. Days of the filter are those of the lot that is
chosen, otherwise UTC.</p>`;
}

function lotField({ lot_id: value }: Filter, { data, has_more: hasMore }: Lots): Html {
  if (hasMore) return field({ name: 'lot_id', label: 'Lot (its id)', value });
  const names = data.map(({ id, name }) => [id, name] as const);
  const isOther = value !== undefined && value !== '' && data.every(({ id }) => id !== value);
  return choice({ name: 'lot_id', label: 'Lot', value: value ?? '' }, [
    ['', 'Any'],
    ...(isOther ? [[value, value] as const] : []),
    ...names,
  ]);
}
