/** Something an operator can mend; the message is a sentence that says how. */
export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}
