/** A known instruction was submitted with other content. Nothing of its list was executed. */
export class InstructionReused extends Error {
  constructor(instructionId: string) {
    super(`Instruction ${instructionId} was submitted before with other content; use a new id.`);
  }
}
