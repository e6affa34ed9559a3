/** How to get in and out, as the lot's operator wrote it down. */
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

/** What the lot's access settings say, and the space this vehicle was sent to. */
export function entryInstructions(
  settings: Partial<EntryInstructions> | null,
  assignedSpace: string | null,
): EntryInstructions {
  const instructions = { ...DEFAULT_ENTRY_INSTRUCTIONS, ...settings };
  return { ...instructions, assigned_space: assignedSpace ?? instructions.assigned_space };
}
