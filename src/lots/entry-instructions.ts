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

/** The lot's access settings, with the space that this vehicle was sent to. */
export function entryInstructions(
  settings: Partial<EntryInstructions> | null,
  assignedSpace: string | null,
): EntryInstructions {
  const instructions = { ...DEFAULT_ENTRY_INSTRUCTIONS, ...settings };
  return { ...instructions, assigned_space: assignedSpace ?? instructions.assigned_space };
}
