/** It is one measured budget of the table. */
export interface Figure {
  readonly budget: string
  readonly what: string
  readonly measured: string
  readonly isMet: boolean
}
