/* What a program awarded, told to its partner, and the partner's answer (docs/settlement.md). */

/** A row is one posting. */
export interface AccrualRow {
  /** The posting's id: stable, and in one open file at most. */
  readonly id: string
  /** The partner's own number of the member; empty where it is not known. */
  readonly memberNumber: string
  /** The product's id of the member. */
  readonly memberId: string
  /** It is in the partner's unit, and negative for what is taken back. */
  readonly units: number
  readonly kind: string
  /** It is written `YYYY-MM-DD`, in UTC. */
  readonly postedOn: string
}

export interface AccrualFile {
  readonly id: string
  /** The time is in ISO format. */
  readonly createdAt: string
  readonly currency: string
  readonly rows: readonly AccrualRow[]
}

export interface ControlTotals {
  readonly rows: number
  readonly units: number
}

export function controlTotals(rows: readonly { readonly units: number }[]): ControlTotals {
  return { rows: rows.length, units: rows.reduce((sum, { units }) => sum + units, 0) }
}

export const accrualFileId = (slug: string, number: number): string =>
  `${slug}-${String(number).padStart(6, '0')}`

/** The file has a header, a line for each row, and a trailer with the control totals. */
export function accrualCsv({ id, createdAt, currency, rows }: AccrualFile): string {
  const totals = controlTotals(rows)
  return csvOf([
    ['accruals', '1', id, createdAt, currency],
    ...rows.map(row => [
      'row',
      row.id,
      row.memberNumber,
      row.memberId,
      String(row.units),
      row.kind,
      row.postedOn,
    ]),
    ['trailer', String(totals.rows), String(totals.units)],
  ])
}

/** It is the same file as JSON, for HTTP. */
export function accrualJson({ id, createdAt, currency, rows }: AccrualFile): object {
  return { fileId: id, createdAt, currency, rows, totals: controlTotals(rows) }
}

export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map(fields => `${fields.map(csvField).join(',')}\n`).join('')
}

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
