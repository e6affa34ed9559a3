/** How to get in and out, in the words of the lot's operator. */
export type EntryInstructions = {
  gate_code: string | null;
  assigned_space: string | null;
  entry_lane: string | null;
  exit_procedure: string;
  notes: string;
};

/** From when a stay shows the gate's code: from its start, or once it is authorised. */
export const GATE_CODE_FROM = ['start', 'authorization'] as const;

/** As the lot's operator has set them. */
export type EntrySettings = Partial<EntryInstructions> & {
  gate_code_from?: (typeof GATE_CODE_FROM)[number];
};

/** A vehicle before the gate: whether it has a stay now, and whether that is authorised. */
type Vehicle = { isStaying: boolean; isAuthorized: boolean; livemode: boolean };

const DEFAULT_ENTRY_INSTRUCTIONS: EntryInstructions = {
  gate_code: null,
  assigned_space: null,
  entry_lane: null,
  exit_procedure: 'End the session when you leave.',
  notes: '',
};

/** In place of a text of the operator, which may contain the gate's code. */
const WITHHELD = 'Shown during the stay.';

/**
 * The lot's access settings, with the space that this vehicle was sent to. Only a vehicle that has
 * a stay now gets what opens the gate, in live mode once the stay is authorised, unless the
 * operator says otherwise; where to drive is shown before.
 */
export function entryInstructions(
  settings: EntrySettings | null,
  assignedSpace: string | null,
  { isStaying, isAuthorized, livemode }: Vehicle,
): EntryInstructions {
  const { gate_code_from: from = livemode ? 'authorization' : 'start', ...texts } = settings ?? {};
  const shown = { ...DEFAULT_ENTRY_INSTRUCTIONS, ...texts };
  const instructions = { ...shown, assigned_space: assignedSpace ?? shown.assigned_space };
  if (isStaying && (isAuthorized || from === 'start')) return instructions;
  const textOf = (name: 'exit_procedure' | 'notes') =>
    shown[name] === DEFAULT_ENTRY_INSTRUCTIONS[name] ? shown[name] : WITHHELD;
  return {
    ...instructions,
    gate_code: null,
    exit_procedure: textOf('exit_procedure'),
    notes: textOf('notes'),
  };
}
