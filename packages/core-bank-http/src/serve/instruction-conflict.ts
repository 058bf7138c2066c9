/** An instruction was submitted before with other content; nothing of its list was executed. */
export class InstructionConflict extends Error {}
