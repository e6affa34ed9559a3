import { maskPlate } from '../../../parking/intents/mask-plate.ts';

/**
 * What is kept of a receiver's answer: where it repeats the plate of the event, it has `[plate]`.
 * Plates are stored sealed, and what others write is stored as it is.
 */
export function keptAnswer(answer: string, body: string): string {
  if (answer === '' || !body.includes('"vehicle_plate"')) return answer;
  const { vehicle_plate: plate } = JSON.parse(body).data;
  return typeof plate === 'string'
    ? maskPlate(answer, { plate: null, plateTexts: [plate] })
    : answer;
}
