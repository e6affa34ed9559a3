import type { VehicleKind } from '../../vehicles/vehicle.ts';
import { anyOf } from '../text/pattern.ts';

/** Of a pick-up what is done with passengers and goods is no truck. */
const PICKUP = `pick-?ups?(?! ${anyOf(
  'at|him|her|them|from|up',
  'complete|completed|done|order|point|time',
)}\\b)`;

/** What each kind is called; of several that are said the first of these counts. */
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

/** Says that a vehicle drives itself. */
export const AUTONOMOUS_WORDS =
  'avs?|self[- ]?dri(?:ving|ven)|autonomous(?:ly)?|driverless|robo-?taxis?|waymo';
