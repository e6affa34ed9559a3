/** How to get in and out, in the words of the lot's operator. */
export type EntryInstructions = {
  gate_code: string | null;
  assigned_space: string | null;
  entry_lane: string | null;
  exit_procedure: string;
  notes: string;
};

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
 * a stay now gets what opens the gate; where to drive is shown before.
 */
export function entryInstructions(
  settings: Partial<EntryInstructions> | null,
  assignedSpace: string | null,
  isStaying: boolean,
): EntryInstructions {
  const shown = { ...DEFAULT_ENTRY_INSTRUCTIONS, ...settings };
  const instructions = { ...shown, assigned_space: assignedSpace ?? shown.assigned_space };
  if (isStaying) return instructions;
  const textOf = (name: 'exit_procedure' | 'notes') =>
    shown[name] === DEFAULT_ENTRY_INSTRUCTIONS[name] ? shown[name] : WITHHELD;
  return {
    ...instructions,
    gate_code: null,
    exit_procedure: textOf('exit_procedure'),
    notes: textOf('notes'),
  };
}
