const typedInto = 'input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea, select'

/** Whether a prompt may open now: no input, dialog or form in progress (`data-busy`). */
export function canInterrupt(): boolean {
  if (document.visibilityState === 'hidden') return false
  if (document.querySelector('dialog[open], :popover-open, main form:is([aria-busy="true"], [data-busy])'))
    return false
  if (document.activeElement?.matches(`${typedInto}, iframe, [contenteditable]`)) return false
  if ([...document.querySelectorAll<HTMLSelectElement>('main form select')].some(wasChosenIn)) return false
  return ![
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)'),
  ].some(wasTypedInto)
}

function wasChosenIn({ options }: HTMLSelectElement): boolean {
  const drawn = [...options].find(option => option.defaultSelected)
  return drawn !== undefined && !drawn.selected
}

function wasTypedInto(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field.type !== 'hidden' && field.value !== field.defaultValue
}

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** It counts milliseconds without a key, press or scroll. */
export function watchInactivity(): { forMs(): number; stop(): void } {
  let since = Date.now()
  const note = () => {
    since = Date.now()
  }
  for (const sign of activityEvents) addEventListener(sign, note, { passive: true })
  return {
    forMs: () => Date.now() - since,
    stop() {
      for (const sign of activityEvents) removeEventListener(sign, note)
    },
  }
}
