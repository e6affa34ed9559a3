import type { VehicleKind } from '../../../kit/vehicle-kinds.ts';
import { anyOf } from '../../../kit/words/text/pattern.ts';

/** `pick-up` means a truck, unless it is about passengers or goods. */
const PICKUP = `pick-?ups?(?! ${anyOf(
  'at|him|her|them|from|up',
  'complete|completed|done|order|point|time',
)}\\b)`;

/** The words for each kind; when the text names several kinds, the first in this list counts. */
export const KIND_WORDS: Readonly<Record<VehicleKind, string>> = {
  rv: 'rvs?|camper ?vans?|campers?|motor ?homes?|caravans?|wohnmobile?',
  bus: 'bus(?:es)?|mini-?bus(?:es)?|coach(?:es)?|shuttles?',
  truck: anyOf('trucks?|lorr(?:y|ies)|semis?|lkw|hgv', PICKUP),
  van: 'vans?|mini-?vans?|transit(?! (?:cent(?:re|er)|hub|station|stop))|sprinter|transporter',
  motorcycle: 'motor-?cycles?|motor-?bikes?|motos?|scooters?|mopeds?|vespas?',
  car: anyOf(
    'cars?(?![ -]?parks?\\b| parking)|autos?|sedans?|hatchbacks?|suvs?|saloons?',
    'estate cars?|convertibles?',
    'elektroauto|tesla|taxis?|robo-?taxis?|voiture|pkw',
  ),
};

/** Words for a self-driving vehicle. */
export const AUTONOMOUS_WORDS =
  'avs?|self[- ]?dri(?:ving|ven)|autonomous(?:ly)?|driverless|robo-?taxis?|waymo';
