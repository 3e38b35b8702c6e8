import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { ClipboardEvent } from 'react'

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'onPaste'> {
  /** It is null while the field is empty. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** How many of what is stored make one of what is shown: 100 cents are a dollar. */
  readonly unit?: number
}

/** A number; "12,50" that is pasted is 12.50. */
export function NumberField({ value, onChange, unit = 1, ...props }: NumberFieldProps) {
  const stored = (number: number | null) =>
    onChange(number === null || unit === 1 ? number : Math.round(number * unit))
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget
    const kept = text.slice(0, selectionStart ?? 0) + text.slice(selectionEnd ?? 0)
    const number = decimalCommaOf(event.clipboardData.getData('text'))
    if (number === null || /\d/.test(kept) || (props.allowDecimal === false && !Number.isInteger(number)))
      return
    event.preventDefault()
    stored(number)
  }
  return (
    <NumberInput
      {...props}
      value={value === null ? '' : value / unit}
      onChange={next => stored(numberOf(next))}
      onPaste={paste}
    />
  )
}

/** Dollars are shown, cents are stored. */
export function DollarField(props: Omit<NumberFieldProps, 'unit'>) {
  return <NumberField prefix="$" decimalScale={2} {...props} unit={100} />
}

/** What a `NumberInput` says: text while it ends in zeros, or is not whole. */
function numberOf(value: string | number): number | null {
  if (value === '' || value === '-') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Three digits after a comma are thousands. @returns null where there is no decimal comma */
export function decimalCommaOf(text: string): number | null {
  const plain = text.replace(/[\s$€%]/g, '')
  const parts = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2}|\d{4,})$/.exec(plain)
  return parts && Number(`${parts[1]}${parts[2]!.replaceAll('.', '')}.${parts[3]}`)
}
