import { millisecondsInDay } from 'date-fns/constants';
import { Type } from 'typebox';
import {
  EVENT_DAYS_MAX,
  EVENT_NAME_LENGTH_MAX,
  EVENT_RADIUS_KM,
  LOCAL_EVENT_TYPES,
  START_DAYS_MAX,
} from '../../../src/demand/local-events/local-event.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { IMPACTS } from '../../../src/kit/forecast/history/unusual-days.ts';
import { Latitude, Longitude } from '../../../src/kit/web/document/field-types.ts';
import { InstantInput } from '../../fields/field-types.ts';

/** Some weeks after this process began: an example with a fixed day would be refused some day. */
const EXAMPLE_DAYS_AHEAD = 30;
const exampleDay = new Date(systemClock.now() + EXAMPLE_DAYS_AHEAD * millisecondsInDay)
  .toISOString()
  .slice(0, 'yyyy-mm-dd'.length);

/** The body that adds a local event. */
export const LocalEventInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: EVENT_NAME_LENGTH_MAX,
      description: 'What it is called; forecasts show it to everybody',
    }),
    type: Type.Enum([...LOCAL_EVENT_TYPES], { description: 'What it is' }),
    impact: Type.Enum([...IMPACTS], {
      description: 'How much it changes how many people park around it',
    }),
    starts_at: InstantInput(`When it begins; at most ${START_DAYS_MAX} days ago or ahead`),
    ends_at: InstantInput(`When it ends; at most ${EVENT_DAYS_MAX} days after its start`),
    lat: Latitude,
    lng: Longitude,
    radius_km: Type.Number({
      minimum: EVENT_RADIUS_KM.min,
      maximum: EVENT_RADIUS_KM.max,
      default: EVENT_RADIUS_KM.default,
      description:
        'How far around it is felt at most, in km along the great circle, rounded to metres; ' +
        `default ${EVENT_RADIUS_KM.default}`,
    }),
  },
  {
    examples: [
      {
        name: 'Open air at the river',
        type: 'concert',
        impact: 'high',
        starts_at: `${exampleDay}T19:30:00-05:00`,
        ends_at: `${exampleDay}T23:00:00-05:00`,
        lat: 41.203,
        lng: -99.59,
        radius_km: 1.5,
      },
    ],
  },
);
