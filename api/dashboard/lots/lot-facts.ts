import { type Html, html } from '../../dress/html.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { count } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { addressOf, lotState } from './lot-words.ts';

const NOT_KNOWN = html`<span class="quiet">not known</span>`;

const known = (text: string | number | null): Html | string =>
  text === null ? NOT_KNOWN : html`<bdi>${text}</bdi>`;

/** What is known of a lot, without its price. */
export function lotFacts(lot: OperatorLotShape): Html {
  const { access } = lot;
  return definitions([
    ['State', lotState(lot)],
    ['Address', html`<bdi>${addressOf(lot)}</bdi>`],
    ['Place', `${lot.lat}, ${lot.lng}`],
    ['Time zone', lot.timezone],
    ['Spaces', spacesOf(lot)],
    ['Built', lot.is_lot_type_stated ? lot.lot_type : NOT_KNOWN],
    ['Opening hours', known(lot.opening_hours)],
    ['While it is closed', access.overnight ? 'vehicles may stay' : 'no vehicle may stay'],
    ['Highest vehicle', lot.max_height_cm === null ? 'any' : `${lot.max_height_cm} cm`],
    ['Tags', lot.features.length === 0 ? 'none' : lot.features.join(', ')],
    ['Gate code', access.gate_code === null ? 'none' : 'set: shown on the page to edit'],
    [
      'Others may hold',
      `${lot.hold_limits.others_pct} % of the spaces, each of them ${lot.hold_limits.each_pct} %`,
    ],
    ['Your name for it', known(lot.ref)],
    ['OpenStreetMap', known(lot.osm_id)],
    ['Licence of the data', known(lot.data_license)],
    ['Changed', instant(lot.updated_at, lot.timezone)],
    ['Id', html`<code>${lot.id}</code>`],
  ]);
}

function spacesOf({
  total_spaces: total,
  spaces,
  is_capacity_estimated: isEstimated,
}: OperatorLotShape) {
  if (total === null) return html`${NOT_KNOWN}: nobody can park or hold here`;
  const kinds = Object.entries({
    'for charging': spaces.ev,
    accessible: spaces.accessible,
    'for self-driving vehicles': spaces.av,
  }).flatMap(([kind, of]) => (of > 0 ? [`${count(of)} ${kind}`] : []));
  const all = `${isEstimated ? 'about ' : ''}${count(total)}`;
  return kinds.length === 0 ? all : `${all}, of these ${kinds.join(', ')}`;
}
