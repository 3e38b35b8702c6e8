/** So many failures one after the other are of the database, or of something else that all of them need. */
const mostInARow = 10

/** For what a job does one by one: a failure leaves the others to this run, and itself to the next. */
export class Attempts {
  readonly #failures: Error[] = []
  #inARow = 0

  /** @returns whether it was done. @throws as `end` when one after the other has failed. */
  async make(subject: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      this.#inARow = 0
      return true
    } catch (cause) {
      this.#failures.push(new Error(`${subject}: ${(cause as Error).message}`, { cause }))
      this.#inARow += 1
      if (this.#inARow === mostInARow) this.end()
      return false
    }
  }

  /** So that the job has failed, and its log says of what. @throws AggregateError when one failed. */
  end(): void {
    if (this.#failures.length > 0)
      throw new AggregateError(this.#failures, this.#failures.map(({ message }) => message).join('; '))
  }
}
