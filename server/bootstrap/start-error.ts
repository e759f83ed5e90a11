/** An error that an operator can fix; its message is a sentence with the remedy. */
export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}
